// What an island loads: its code and its shared props, each a second time when the first attempt fails.
import type { IslandProps } from "../island.tsx";

/** Milliseconds before the second attempt: a device that changes networks is offline for a moment. */
const RETRY_DELAY = 300;

/** The result of `first` or, some time after it failed, of `second`. Rejects when both fail. */
async function twice<Result>(
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
  return twice(load, async () =>
    request(`${/"(.+)"/.exec(String(load))![1]}?again`),
  );
}

/** Loads the file in the `shared` attribute, a second time when the first attempt fails. Without the attribute: nothing. */
export async function loadSharedProps(
  element: Element,
): Promise<Partial<IslandProps>> {
  const url = element.getAttribute("shared");
  const load = async () => (await fetch(url!)).json();
  return url ? twice(load, load) : {};
}

/** Throws when a prop of `IslandProps` is missing: a cached page may be older than the script. */
export function checkedProps(props: Partial<IslandProps>): IslandProps {
  if (!props.id || !props.lang || !props.strings) throw Error("props");
  return props as IslandProps;
}
