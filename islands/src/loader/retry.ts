// The second attempt to load a file that failed.

/** Milliseconds before the second attempt: a device that changes networks is offline for a moment. */
const RETRY_DELAY = 300;

/** The result of `first` or, some time after it failed, of `second`. Rejects when both fail. */
export async function twice<Result>(
  first: () => Promise<Result>,
  second: () => Promise<Result>,
): Promise<Result> {
  try {
    return await first();
  } catch {
    await new Promise((done) => setTimeout(done, RETRY_DELAY));
    return second();
  }
}

/** Loads a module, twice if needed. `load` is `() => import("./file.js")`, with nothing else in it. */
export function loadWithRetry<Module>(
  load: () => Promise<Module>,
  request: (url: string) => Promise<Module> = (url) => import(url),
): Promise<Module> {
  // Firefox and WebKit remember that a URL failed and never request it again. WebKit's message does not name it.
  return twice(load, async () => request(`${/"(.+)"/.exec(String(load))![1]}?again`));
}
