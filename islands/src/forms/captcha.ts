// reCAPTCHA v3, only where a site key is configured. Loaded when a visitor enters the form; a
// token that does not come in time is an empty one, and the function then calls the lead
// unverified: a captcha never stops a lead.

interface Captcha {
  ready(run: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

/** How long a post waits for a token, in milliseconds. */
export const WAIT = 3_000;

let loading: Promise<Captcha> | undefined;

/** Starts loading, once for the whole page. */
export function warm(siteKey: string): Promise<Captcha> {
  return (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Captcha };
      grecaptcha.ready(() => resolve(grecaptcha));
    };
    script.onerror = reject;
    document.head.append(script);
  }));
}

/** A token for one post, or "" when none comes in time. */
export function token(siteKey: string): Promise<string> {
  return Promise.race([
    warm(siteKey)
      .then((captcha) => captcha.execute(siteKey, { action: "lead" }))
      .catch(() => ""),
    new Promise<string>((resolve) => setTimeout(resolve, WAIT, "")),
  ]);
}
