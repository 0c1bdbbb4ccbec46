// Runs in the page: collects the entries of the Event Timing API and of Long Animation Frames from the start.

/** Minimum duration that the Event Timing API reports, in milliseconds; it rounds to 8. */
export const MINIMUM = 16;

/** For `addInitScript`: `window.timings` has the entries since it was last emptied. */
export function observe(minimum) {
  const timings = { events: [], frames: [] };
  window.timings = timings;
  const event = ({
    name,
    startTime,
    processingStart,
    processingEnd,
    duration,
    interactionId,
  }) => ({
    name,
    startTime,
    processingStart,
    processingEnd,
    duration,
    interactionId,
  });
  const frame = ({ startTime, duration, blockingDuration, scripts }) => ({
    startTime,
    duration,
    blockingDuration,
    scripts: scripts.map((script) => ({
      duration: script.duration,
      invoker: script.invoker,
      name: script.sourceFunctionName,
      file: script.sourceURL.split("/").pop(),
    })),
  });
  new PerformanceObserver((list) =>
    timings.events.push(...list.getEntries().map(event)),
  ).observe({
    type: "event",
    durationThreshold: minimum,
  });
  new PerformanceObserver((list) =>
    timings.frames.push(...list.getEntries().map(frame)),
  ).observe({
    type: "long-animation-frame",
  });
}

/** In the page: waits until the interaction is painted and the page is idle, then returns the entries and empties the lists. */
export async function collect() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
  // Entries are delivered in a separate task after the paint.
  await new Promise((done) => setTimeout(done, 150));
  const { events, frames } = window.timings;
  return { events: events.splice(0), frames: frames.splice(0) };
}
