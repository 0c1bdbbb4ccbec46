// A list that is part of the page and is updated from a data file, by one request. An invalid answer changes nothing.

/** Milliseconds after which the request is aborted: by then the visitor has read the page. */
const TIMEOUT_MS = 15_000;

export interface ListStore<State> {
  get(): State;
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  set(change: Partial<State>): void;
}

/** By the address of their file. Tests, which share one document, clear it. */
export const stores = new Map<string, unknown>();

/** The store of the page for a data file. The first call makes it and requests the file, whose data `update` gets, or null. */
export function storeOf<State extends object, Data>(
  url: string,
  minimumDelay: number,
  initial: () => State,
  read: (answer: unknown) => Data | null,
  update: (store: ListStore<State>, data: Data | null) => void,
): ListStore<State> {
  const known = stores.get(url);
  if (known) return known as ListStore<State>;
  let state = initial();
  const listeners = new Set<() => void>();
  const store: ListStore<State> = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
  stores.set(url, store);
  void revalidate(url, minimumDelay, read).then((data) => update(store, data));
  return store;
}

/** What `read` makes of a data file, or null; after `minimumDelay` milliseconds, so that no loading indicator flickers. */
async function revalidate<T>(
  url: string,
  minimumDelay: number,
  read: (answer: unknown) => T | null,
) {
  const delay = new Promise((resolve) => setTimeout(resolve, minimumDelay));
  let answer: T | null = null;
  try {
    const response = await fetch(url, {
      cache: "no-cache",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) answer = read(await response.json());
    if (!answer)
      console.info(`${url}: ignored the answer (status ${response.status})`);
  } catch (error) {
    console.info(`${url}: ${String(error)}`);
  }
  await delay;
  return answer;
}
