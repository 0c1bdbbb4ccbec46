// The second attempt to load a script that failed.

/** Milliseconds before the second attempt: a device that changes networks is offline for a moment. */
const RETRY_DELAY = 300;

/** Loads a module, a second time when the first attempt fails. Rejects when both fail. */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  request: (url: string) => Promise<Module> = (url) => import(url),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await new Promise((done) => setTimeout(done, RETRY_DELAY));
    // Firefox remembers that a URL failed and never requests it again; its message, like Chromium's, names the URL.
    const url = /https?:\S+/.exec(String(error))?.[0];
    return url ? request(`${url}?again`) : load();
  }
}
