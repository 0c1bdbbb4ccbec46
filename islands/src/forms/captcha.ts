// reCAPTCHA v3, with a site key. It never prevents a lead: one without a token is marked as unverified.

interface Captcha {
  ready(run: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

/** Milliseconds that a post waits for a token. */
const TOKEN_TIMEOUT = 3_000;

let loading: Promise<Captcha> | undefined;

/** Starts loading, once per page. */
export function loadCaptcha(siteKey: string): Promise<Captcha> {
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

/** A token for one post, or "" when there is none in time. */
export function captchaToken(siteKey: string): Promise<string> {
  return Promise.race([
    loadCaptcha(siteKey)
      .then((captcha) => captcha.execute(siteKey, { action: "lead" }))
      .catch(() => ""),
    new Promise<string>((resolve) => setTimeout(resolve, TOKEN_TIMEOUT, "")),
  ]);
}
