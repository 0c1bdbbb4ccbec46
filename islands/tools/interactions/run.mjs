// Measures how long visitors wait after taps and key presses: each interaction of a visit to the built site, as a phone
// with the processor slowed four times.
//   node tools/interactions/run.mjs [--runs 3] [--throttle 4] [--json] [path ...]     without a path: all visits
// Prints a table per page (see report.mjs). Exit status 0: all medians are within the limit of a good INP; 1: some are
// above it; 2: a page could not be measured.
import { manyUnits } from "../../../scripts/many-units.mjs";
import { importTypeScript } from "../import-typescript.mjs";
import { launchChromium } from "../launch-chromium.mjs";
import { collect, MINIMUM, observe } from "./observe.mjs";
import { introduce, print, printSummary } from "./report.mjs";
import { GOOD, heaviest, longest, summary } from "./timings.mjs";
import { VISITS } from "./visits.mjs";

/** The phone that Lighthouse emulates. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const UNITS = 1000;

const args = process.argv.slice(2);
const flag = (name) =>
  args.includes(name) && !!args.splice(args.indexOf(name), 1);
const option = (name, value) =>
  Number(args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : value);
const json = flag("--json");
const runs = option("--runs", 3);
const throttle = option("--throttle", 4);
const visits = VISITS.filter(({ path }) => !args.length || args.includes(path));
if (!visits.length || !(runs >= 1) || !(throttle >= 1)) {
  console.error(
    `unknown path, or an option that is not a number: the paths are ${[...new Set(VISITS.map(({ path }) => path))].join(" ")}`,
  );
  process.exit(2);
}

const { origins, stop } = await serve();
const browser = await launchChromium();
const pages = [];
let failed = false;
try {
  if (!json) introduce(runs, throttle);
  for (const visit of visits) {
    const site = visit.site ?? "plain";
    const name =
      site === "many" ? `${visit.path} with ${UNITS} units` : visit.path;
    try {
      const measured = [];
      for (let run = 0; run < runs; run++)
        measured.push(await measure(visit, origins[site]));
      pages.push(gather(name, measured));
      if (!json) print(pages.at(-1), throttle);
    } catch (error) {
      failed = true;
      console.error(
        `${name}: ${String(error?.message ?? error)
          .split("\n")
          .slice(0, 3)
          .join(" ")}`,
      );
    }
  }
} finally {
  await browser.close();
  stop();
}
if (json)
  console.log(
    JSON.stringify({ runs, throttle, least: MINIMUM, pages }, null, 2),
  );
else printSummary(pages, throttle);
const slow = pages.some(({ steps }) =>
  steps.some(({ median }) => median?.duration > GOOD),
);
process.exit(failed ? 2 : slow ? 1 : 0);

/** Builds and serves the sites that the visits need, like the browser tests. */
async function serve() {
  const stops = [];
  const origins = {};
  const { default: start, serveTracked } = await importTypeScript(
    new URL("../../tests/browser/start.ts", import.meta.url),
  );
  if (visits.some(({ site }) => !site)) {
    stops.push(await start({ others: false }));
    origins.plain = process.env.SITE_URL;
  }
  if (visits.some(({ site }) => site)) {
    const other = await serveTracked(manyUnits(UNITS));
    stops.push(other.stop);
    origins.many = origins.tracked = other.origin;
  }
  return { origins, stop: () => stops.forEach((end) => end()) };
}

/** Measures one visit in a new browser context: nothing is cached, and there is no choice of consent. */
async function measure({ path, site, steps }, origin) {
  const context = await browser.newContext({
    ...PHONE,
    locale: "es-MX",
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    // Third-party scripts are not measured: their requests fail.
    await context.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    await page.addInitScript(observe, MINIMUM);
    await page.goto(origin + path, { waitUntil: "load" });
    for (const island of await page.locator("site-island").all())
      await island.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      () => !document.querySelector("site-island:not([state=ready])"),
    );
    await page.evaluate(() => scrollTo(0, 0));
    const bar = page.locator("section.consent");
    if (site) await bar.waitFor();
    // Closes the consent bar where it is not measured.
    if (site === "many") await bar.locator("button").nth(1).tap();
    await page.waitForLoadState("networkidle");
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    const measured = [];
    for (const [name, { before, act, after }] of steps) {
      await before?.(page);
      await page.evaluate(collect);
      await act(page);
      await after?.(page);
      measured.push({ name, ...(await page.evaluate(collect)) });
    }
    return measured;
  } finally {
    await context.close();
  }
}

/** Combines the runs of one visit, step by step. */
function gather(path, measured) {
  const steps = measured[0].map(({ name }, index) => ({
    name,
    ...summary(measured.map((steps) => longest(steps[index].events))),
    script: heaviest(measured.flatMap((steps) => steps[index].frames)),
  }));
  return { path, steps };
}
