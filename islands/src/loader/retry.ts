// The second attempt to load a script that failed.

/** Milliseconds before the second attempt: a device that changes networks is offline for a moment. */
const RETRY_DELAY = 300;

/**
 * Loads a module, a second time when the first attempt fails. Rejects when both fail.
 *
 * @param load `() => import("./file.js")`, with nothing else in it
 */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  request: (url: string) => Promise<Module> = (url) => import(url),
): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, RETRY_DELAY));
    // Firefox and WebKit remember that a URL failed and never request it again. WebKit's message does not name it.
    const [, url] = /"(.+)"/.exec(String(load))!;
    return request(`${url}?again`);
  }
}
