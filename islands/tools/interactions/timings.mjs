// Computes from the entries the longest interaction of a step and its three parts.

/** Duration of a frame on a 60 Hz screen, in milliseconds. */
export const FRAME = 1000 / 60;
/** The limit of a good Interaction to Next Paint, in milliseconds (web.dev/inp). */
export const GOOD = 200;

/** Entries whose paints differ by at most this belong to one paint, because durations are rounded to 8 ms. */
const SAME_PAINT = 8;

/** The longest interaction of the entries and its parts; null when all were shorter than the API reports. */
export function longest(events) {
  const found = events.filter(({ interactionId }) => interactionId);
  if (!found.length) return null;
  const worst = found.reduce((one, other) =>
    other.duration > one.duration ? other : one,
  );
  const end = worst.startTime + worst.duration;
  const together = events.filter(
    ({ startTime, duration }) =>
      Math.abs(startTime + duration - end) <= SAME_PAINT,
  );
  const from = Math.max(
    worst.startTime,
    Math.min(...together.map(({ processingStart }) => processingStart)),
  );
  const to = Math.min(
    end,
    Math.max(...together.map(({ processingEnd }) => processingEnd)),
  );
  return {
    event: worst.name,
    duration: worst.duration,
    delay: from - worst.startTime,
    processing: to - from,
    presentation: end - to,
  };
}

/** The median and the longest of the runs; a run is null when it was shorter than the API reports. */
export function summary(runs) {
  const sorted = [...runs].sort(
    (one, other) => (one?.duration ?? 0) - (other?.duration ?? 0),
  );
  return {
    median: sorted[Math.floor((sorted.length - 1) / 2)],
    worst: sorted.at(-1),
  };
}

/** The longest script in the long animation frames, with its frame. */
export function heaviest(frames) {
  const scripts = frames.flatMap(({ duration, blockingDuration, scripts }) =>
    scripts.map((script) => ({
      ...script,
      frame: duration,
      blocking: blockingDuration,
    })),
  );
  return scripts.sort((one, other) => other.duration - one.duration)[0] ?? null;
}
