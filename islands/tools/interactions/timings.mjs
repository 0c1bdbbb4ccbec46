// From entries to numbers: the longest interaction of what a visitor did, in its three parts.

/** The frame of a 60 Hz screen, in milliseconds. */
export const FRAME = 1000 / 60;
/** The limit of a good Interaction to Next Paint, in milliseconds (web.dev/inp). */
export const GOOD = 200;

/** Entries that were painted this near to each other were painted together: durations are rounded to 8 ms. */
const SAME_PAINT = 8;

/** The longest interaction of some entries and its parts; null where every one was shorter than the API tells. */
export function longest(events) {
  const found = events.filter(({ interactionId }) => interactionId);
  if (!found.length) return null;
  const worst = found.reduce((one, other) => (other.duration > one.duration ? other : one));
  const end = worst.startTime + worst.duration;
  const together = events.filter(
    ({ startTime, duration }) => Math.abs(startTime + duration - end) <= SAME_PAINT,
  );
  const from = Math.max(worst.startTime, Math.min(...together.map(({ processingStart }) => processingStart)));
  const to = Math.min(end, Math.max(...together.map(({ processingEnd }) => processingEnd)));
  return {
    event: worst.name,
    duration: worst.duration,
    delay: from - worst.startTime,
    processing: to - from,
    presentation: end - to,
  };
}

/** The run in the middle and the worst of them; a run of null was under what the API tells. */
export function summary(runs) {
  const sorted = [...runs].sort((one, other) => (one?.duration ?? 0) - (other?.duration ?? 0));
  return { median: sorted[Math.floor((sorted.length - 1) / 2)], worst: sorted.at(-1) };
}

/** The longest script of some long animation frames, and its frame. */
export function heaviest(frames) {
  const scripts = frames.flatMap(({ duration, blockingDuration, scripts }) =>
    scripts.map((script) => ({ ...script, frame: duration, blocking: blockingDuration })),
  );
  return scripts.sort((one, other) => other.duration - one.duration)[0] ?? null;
}
