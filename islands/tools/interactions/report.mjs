// What was measured, for people: a table of each page, and what is over the limits.
import { FRAME, GOOD } from "./reckon.mjs";

const ms = (number) => (number === undefined ? "-" : number.toFixed(0)).padStart(7);

/** How to read what follows. */
export function introduce(runs, throttle) {
  console.log(`Milliseconds from the press to the next paint, on a processor ${throttle} times slower: the median and the worst of
${runs} runs, and the median's parts. delay: waiting for what the page was doing; work: our code and what it asked of
the browser; paint: style, layout and drawing after it. "-" was under 16 ms, which the browser does not tell; it rounds to
8. A frame of a screen is ${FRAME.toFixed(1)} ms, here ${(FRAME * throttle).toFixed(0)}: "f" marks a median over it, "!" one over the ${GOOD} ms of a good
INP. A tap waits for the beat of the screen before and after our code, some 16 ms each whatever the page does: what is
ours is the work. Times move with the machine and with what else it does: compare those of one table.`);
}

/** The table of one page, and its heaviest script in a long animation frame. */
export function print({ path, steps }, throttle) {
  console.log(`\n${path.padEnd(44)} median  worst  delay   work  paint`);
  for (const { name, median, worst } of steps) {
    const parts = [
      median?.duration,
      worst?.duration,
      median?.delay,
      median?.processing,
      median?.presentation,
    ];
    console.log(`${mark(median, throttle)} ${name.padEnd(40)}${parts.map(ms).join("")}`);
  }
  const scripts = steps.filter(({ script }) => script);
  const heaviest = scripts.sort((one, other) => other.script.duration - one.script.duration)[0];
  if (!heaviest) return console.log("  no script in a long animation frame");
  const { duration, invoker, name, file, frame, blocking } = heaviest.script;
  console.log(
    `  heaviest script: ${duration.toFixed(0)} ms of a frame of ${frame.toFixed(0)} (${blocking.toFixed(0)} blocking), ` +
      `"${heaviest.name}": ${invoker} ${name} ${file}`,
  );
}

/** All pages against the limits. */
export function sum(pages, throttle) {
  const all = pages.flatMap(({ path, steps }) => steps.map((step) => ({ path, ...step })));
  const over = (limit) => all.filter(({ median }) => median?.duration > limit);
  const count = (limit) => `${over(limit).length} of ${all.length}`;
  const slowest = Math.max(0, ...all.map(({ median }) => median?.duration ?? 0));
  console.log(
    `\nover a frame (${(FRAME * throttle).toFixed(0)} ms): ${count(FRAME * throttle)}; over a good INP (${GOOD} ms): ${count(GOOD)}; ` +
      `slowest median ${slowest.toFixed(0)} ms`,
  );
  for (const { path, name, median } of over(GOOD)) console.log(`! ${path}: ${name}: ${median.duration} ms`);
}

function mark(median, throttle) {
  if (median?.duration > GOOD) return "!";
  return median?.duration > FRAME * throttle ? "f" : " ";
}
