// Prints the measurements: a table per page, and the interactions over the limits.
import { FRAME, GOOD } from "./timings.mjs";

const ms = (number) =>
  (number === undefined ? "-" : number.toFixed(0)).padStart(7);

/** Prints how to read the tables. */
export function introduce(runs, throttle) {
  console.log(`Milliseconds from the input to the next paint, with the processor slowed ${throttle} times: the median and the longest of
${runs} runs, and the parts of the median. delay: the page was busy with an earlier task; work: our code and the work that
it caused in the browser; paint: style, layout and drawing afterwards. "-" means under 16 ms, which the browser does not
report; it rounds to 8 ms. A frame is ${FRAME.toFixed(1)} ms, slowed ${(FRAME * throttle).toFixed(0)} ms: "f" marks a median above it, "!" a median above
${GOOD} ms, the limit of a good INP. A tap also waits for a screen refresh before and after our code, about 16 ms each on
any page; only the work depends on us. Times depend on the machine and its load: compare only times of one table.`);
}

/** Prints the table of one page, and its longest script in a long animation frame. */
export function print({ path, steps }, throttle) {
  console.log(`\n${path.padEnd(44)} median    max  delay   work  paint`);
  for (const { name, median, worst } of steps) {
    const parts = [
      median?.duration,
      worst?.duration,
      median?.delay,
      median?.processing,
      median?.presentation,
    ];
    console.log(
      `${mark(median, throttle)} ${name.padEnd(40)}${parts.map(ms).join("")}`,
    );
  }
  const scripts = steps.filter(({ script }) => script);
  const heaviest = scripts.sort(
    (one, other) => other.script.duration - one.script.duration,
  )[0];
  if (!heaviest) return console.log("  no script in a long animation frame");
  const { duration, invoker, name, file, frame, blocking } = heaviest.script;
  console.log(
    `  longest script: ${duration.toFixed(0)} ms of a frame of ${frame.toFixed(0)} (${blocking.toFixed(0)} blocking), ` +
      `"${heaviest.name}": ${invoker} ${name} ${file}`,
  );
}

/** Prints how many interactions of all pages are above the limits. */
export function printSummary(pages, throttle) {
  const all = pages.flatMap(({ path, steps }) =>
    steps.map((step) => ({ path, ...step })),
  );
  const over = (limit) => all.filter(({ median }) => median?.duration > limit);
  const count = (limit) => `${over(limit).length} of ${all.length}`;
  const slowest = Math.max(
    0,
    ...all.map(({ median }) => median?.duration ?? 0),
  );
  console.log(
    `\nabove a frame (${(FRAME * throttle).toFixed(0)} ms): ${count(FRAME * throttle)}; above a good INP (${GOOD} ms): ${count(GOOD)}; ` +
      `longest median ${slowest.toFixed(0)} ms`,
  );
  for (const { path, name, median } of over(GOOD))
    console.log(`! ${path}: ${name}: ${median.duration} ms`);
}

function mark(median, throttle) {
  if (median?.duration > GOOD) return "!";
  return median?.duration > FRAME * throttle ? "f" : " ";
}
