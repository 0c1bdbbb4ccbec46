// How long a visitor waits for what was pressed or typed: each interaction of a visit, on a phone four times slower than
// this machine, against the built site.
//   node tools/interactions/run.mjs [--runs 3] [--throttle 4] [--json] [path ...]     without a path: every visit
// Prints a table of each page (report.mjs says how to read it). Exit status 0: measured, and no interaction's median is
// over the limit of a good INP; 1: some are; 2: a page could not be measured.
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { transform } from "esbuild";
import { manyUnits } from "../../../scripts/many-units.mjs";
import { collect, LEAST, observe } from "./observe.mjs";
import { GOOD, heaviest, longest, summary } from "./reckon.mjs";
import { introduce, print, sum } from "./report.mjs";
import { VISITS } from "./visits.mjs";

const CHROME = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
/** As Lighthouse has a phone. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const UNITS = 1000;

const args = process.argv.slice(2);
const flag = (name) => args.includes(name) && !!args.splice(args.indexOf(name), 1);
const option = (name, value) => Number(args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : value);
const json = flag("--json");
const runs = option("--runs", 3);
const throttle = option("--throttle", 4);
const visits = VISITS.filter(({ path }) => !args.length || args.includes(path));
if (!visits.length || !(runs >= 1) || !(throttle >= 1)) {
  console.error(`paths: ${[...new Set(VISITS.map(({ path }) => path))].join(" ")}`);
  process.exit(2);
}

const { origins, stop } = await serve();
const browser = await chromium.launch({
  executablePath: CHROME.find((path) => path && existsSync(path)),
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
});
const pages = [];
let failed = false;
try {
  if (!json) introduce(runs, throttle);
  for (const visit of visits) {
    const site = visit.site ?? "plain";
    const name = site === "many" ? `${visit.path} with ${UNITS} units` : visit.path;
    try {
      const measured = [];
      for (let run = 0; run < runs; run++) measured.push(await once(visit, origins[site]));
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
if (json) console.log(JSON.stringify({ runs, throttle, least: LEAST, pages }, null, 2));
else sum(pages, throttle);
const slow = pages.some(({ steps }) => steps.some(({ median }) => median?.duration > GOOD));
process.exit(failed ? 2 : slow ? 1 : 0);

/** The sites that the visits want, built and served as the browser tests do it. */
async function serve() {
  const stops = [];
  const origins = {};
  if (visits.some(({ site }) => !site)) {
    const { default: start } = await typed("../../tests/browser/start.ts");
    stops.push(await start({ debug: false }));
    origins.plain = process.env.SITE_URL;
  }
  if (visits.some(({ site }) => site)) {
    const { serveTracked } = await typed("../../tests/browser/consent/serve.ts");
    const other = await serveTracked(manyUnits(UNITS));
    stops.push(other.stop);
    origins.many = origins.tracked = other.origin;
  }
  return { origins, stop: () => stops.forEach((end) => end()) };
}

/** A module in TypeScript that needs nothing but Node: Node 20 itself reads none. */
async function typed(path) {
  const url = new URL(path, import.meta.url);
  const { code } = await transform(readFileSync(url, "utf8"), {
    loader: "ts",
    define: { "import.meta.url": JSON.stringify(url.href) },
  });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** One visit in a browser context of its own: nothing is cached or chosen. */
async function once({ path, site, steps }, origin) {
  const context = await browser.newContext({ ...PHONE, locale: "es-MX", serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    // Third parties are none of ours; here none answers.
    await context.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    await page.addInitScript(observe, LEAST);
    await page.goto(origin + path, { waitUntil: "load" });
    for (const island of await page.locator("site-island").all()) await island.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => !document.querySelector("site-island:not([state=ready])"));
    await page.evaluate(() => scrollTo(0, 0));
    const bar = page.locator("section.consent");
    if (site) await bar.waitFor();
    // Where the bar is not what is measured, it is out of the way.
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

/** The runs of one visit put together, step by step. */
function gather(path, measured) {
  const steps = measured[0].map(({ name }, index) => ({
    name,
    ...summary(measured.map((steps) => longest(steps[index].events))),
    script: heaviest(measured.flatMap((steps) => steps[index].frames)),
  }));
  return { path, steps };
}
