// A list that a page arrived with and a data file keeps fresh: what the property store and the
// amenities store have in common. It asks once, never shows a failure, and keeps what is shown
// when an answer is worse than that.

/** An answer later than this helps nobody: the visitor has read the page by then. */
const TIME_LIMIT_MS = 15_000;

export interface ListStore<State> {
  get(): State;
  /** Calls `listener` after each change; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  set(change: Partial<State>): void;
}

export function createListStore<State extends object>(state: State): ListStore<State> {
  const listeners = new Set<() => void>();
  return {
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
}

/**
 * Asks for a data file with a conditional request: the browser sends the validator it holds and
 * takes its own copy on 304. Answers what `read` makes of it, or null after any failure; never before
 * `minimumDelay` milliseconds, so that a loading mark does not flicker.
 */
export async function revalidate<T>(
  url: string,
  minimumDelay: number,
  read: (answer: unknown) => T | null,
): Promise<T | null> {
  const [answer] = await Promise.all([
    request(url, read),
    new Promise((resolve) => setTimeout(resolve, minimumDelay)),
  ]);
  return answer;
}

async function request<T>(url: string, read: (answer: unknown) => T | null): Promise<T | null> {
  try {
    const response = await fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const answer = response.ok ? read(await response.json()) : null;
    if (!answer) console.info(`${url}: answer ${response.status} not used`);
    return answer;
  } catch (error) {
    console.info(`${url}: ${String(error)}`);
    return null;
  }
}
