// What runs in the page: collects what the Event Timing API and Long Animation Frames tell, from the first script on.

/** Below this the API tells nothing, in milliseconds; it rounds to 8. */
export const LEAST = 16;

/** For `addInitScript`: `window.timings` holds what came since it was last emptied. */
export function observe(least) {
  const timings = { events: [], frames: [] };
  window.timings = timings;
  const event = ({ name, startTime, processingStart, processingEnd, duration, interactionId }) => ({
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
  new PerformanceObserver((list) => timings.events.push(...list.getEntries().map(event))).observe({
    type: "event",
    durationThreshold: least,
  });
  new PerformanceObserver((list) => timings.frames.push(...list.getEntries().map(frame))).observe({
    type: "long-animation-frame",
  });
}

/** In the page: waits until it has painted what the visitor did and has nothing more to do, then empties the lists. */
export async function collect() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
  // Entries are handed out in a task of their own after the paint.
  await new Promise((done) => setTimeout(done, 150));
  const { events, frames } = window.timings;
  return { events: events.splice(0), frames: frames.splice(0) };
}
