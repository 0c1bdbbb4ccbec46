// Measures LCP, INP and CLS (web.dev/articles/vitals), where the browser can, and sends them when the page is first hidden.
import type { CountedEvent, Send } from "./event.ts";

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Layout shifts less than a second apart, within five seconds, are one window. */
const GAP_MS = 1_000;
const WINDOW_MS = 5_000;
/** Of each fifty interactions the slowest is left out. */
const LEFT_OUT = 50;

function observe<E extends PerformanceEntry>(
  type: string,
  add: (entry: E) => void,
  options = {},
): boolean {
  const isSupported = PerformanceObserver.supportedEntryTypes?.includes(type);
  if (isSupported)
    new PerformanceObserver((list) =>
      (list.getEntries() as E[]).forEach(add),
    ).observe({
      type,
      buffered: true,
      ...options,
    });
  return isSupported;
}

/** The largest window of layout shifts, in thousandths. */
export function shiftWindows() {
  let [largest, sum, first, last] = [0, 0, 0, 0];
  return {
    add({
      value,
      hadRecentInput,
      startTime,
    }: Pick<Shift, "value" | "hadRecentInput" | "startTime">): void {
      if (hadRecentInput) return;
      const isNew =
        startTime - last >= GAP_MS || startTime - first >= WINDOW_MS;
      if (isNew) [sum, first] = [0, startTime];
      sum += value;
      last = startTime;
      largest = Math.max(largest, sum);
    },
    value: (): number => Math.round(largest * 1000),
  };
}

/** The slowest interaction of the page, without one of each fifty; undefined without an interaction. */
export function interactionDelay(
  durations: number[],
  count: number,
): number | undefined {
  const slowest = [...durations].sort((a, b) => b - a);
  return slowest[Math.min(slowest.length - 1, Math.floor(count / LEFT_OUT))];
}

export function measure(send: Send): void {
  // A page in the background is painted whenever it is shown.
  if (document.hidden) return;
  const values: Partial<Record<CountedEvent, () => number | undefined>> = {};
  let paint: number | undefined;
  if (
    observe("largest-contentful-paint", ({ startTime }) => (paint = startTime))
  )
    values.lcp = () => paint;
  const shifts = shiftWindows();
  if (observe<Shift>("layout-shift", shifts.add)) values.cls = shifts.value;
  const interactions = new Map<number, number>();
  const add = ({ interactionId, duration }: PerformanceEventTiming): void => {
    if (interactionId)
      interactions.set(
        interactionId,
        Math.max(duration, interactions.get(interactionId) ?? 0),
      );
  };
  // The first input is reported however short it was.
  if (
    observe("event", add, { durationThreshold: 40 }) &&
    observe("first-input", add)
  )
    values.inp = () => {
      // Not every browser counts them.
      const count = performance.interactionCount ?? interactions.size;
      return interactionDelay([...interactions.values()], count);
    };
  addEventListener(
    "visibilitychange",
    () => {
      for (const [event, value] of Object.entries(values) as [
        CountedEvent,
        () => number | undefined,
      ][]) {
        const measured = value();
        if (measured !== undefined) send(event, String(Math.round(measured)));
      }
    },
    { once: true, capture: true },
  );
}
