// Runs Lighthouse as a phone on the built site: every page in both languages and a unit of each status, with the median
// of several runs.
//   npm start -- [--runs 3] [path ...]     paths such as / /inventario /en/contacto; without a path: all
// Prints a table. Exit status 0: every category of every page is 100 and there is no layout shift; 1: there are findings,
// printed with their causes; 2: a page could not be measured in two attempts.
import { existsSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import start from "../../tests/browser/start.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Pages with `noindex`: the audit `is-crawlable` does not count for them. */
const NOT_LISTED = ["/gracias", "/en/gracias"];
const CHROME = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
];

const args = process.argv.slice(2);
const at = args.indexOf("--runs");
const runs = at < 0 ? 3 : Number(args.splice(at, 2)[1]);

process.env.CHROME_PATH ??=
  process.env.CHROMIUM_PATH ?? CHROME.find((path) => existsSync(path));
const stop = await start({ others: false });
const findings = [];
const unmeasured = [];
let paths = args;
try {
  if (!paths.length) paths = await allPaths();
  console.log(
    `${"page".padEnd(26)}perf  a11y  best   seo    LCP ms  TBT ms     CLS  LCP element`,
  );
  for (const path of paths) {
    const results = [];
    for (let run = 0; run < runs; run++) {
      const result = await measureWithRetry(path);
      if (result) results.push(result);
    }
    if (results.length) report(path, results);
    else unmeasured.push(path);
  }
} finally {
  stop();
}
for (const line of findings) console.error(line);
if (unmeasured.length) console.error(`not measured: ${unmeasured.join(", ")}`);
console.log(
  findings.length
    ? `${findings.length} findings`
    : `${paths.length - unmeasured.length} pages at 100, median of ${runs}`,
);
process.exit(unmeasured.length ? 2 : findings.length ? 1 : 0);

/** The pages of the sitemap except the units, a unit of each status, and the pages that are not listed. */
async function allPaths() {
  const get = (path) => fetch(process.env.SITE_URL + path);
  const sitemap = await (await get("/sitemap.xml")).text();
  const listed = [
    ...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g),
  ].map(([, path]) => path || "/");
  const { units } = await (await get("/data/inventory.json")).json();
  const samples = ["disponible", "reservado", "vendido"]
    .map((status) => units.find((unit) => unit.status === status)?.code)
    .filter(Boolean)
    .flatMap((code) => [`/inventario/${code}`, `/en/inventario/${code}`]);
  return [
    ...listed.filter((path) => !path.includes("/inventario/")),
    ...samples,
    ...NOT_LISTED,
  ];
}

/** Measures a page, with a second attempt after an error; undefined when both fail. */
async function measureWithRetry(path) {
  for (const attempt of ["first", "second"])
    try {
      return await measure(process.env.SITE_URL + path);
    } catch (error) {
      console.error(
        `${path}, ${attempt} attempt: ${String(error?.message ?? error).split("\n")[0]}`,
      );
    }
}

/** One run in a new browser, without cache and service worker. */
async function measure(url) {
  const chrome = await launch({ chromeFlags: FLAGS });
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: CATEGORIES,
    });
    if (lhr.runtimeError)
      throw new Error(`${lhr.runtimeError.code} ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    await chrome.kill();
  }
}

function report(path, results) {
  const scores = CATEGORIES.map((category) =>
    median(results.map((result) => score(result, category, path))),
  );
  const value = (audit) =>
    median(results.map((result) => result.audits[audit].numericValue));
  const shift = value("cumulative-layout-shift");
  const numbers = [
    value("largest-contentful-paint").toFixed(0),
    value("total-blocking-time").toFixed(0),
  ];
  console.log(
    path.padEnd(24) +
      scores.map((number) => String(number).padStart(6)).join("") +
      numbers.map((number) => number.padStart(9)).join("") +
      `${shift.toFixed(3).padStart(8)}  ${largest(results[0])}`,
  );
  CATEGORIES.forEach((category, index) => {
    if (scores[index] < 100)
      findings.push(
        `${path}: ${category} ${scores[index]}: ${causes(results[0], category)}`,
      );
  });
  if (shift > 0) findings.push(`${path}: cumulative layout shift ${shift}`);
}

function score(result, category, path) {
  const { score: whole, auditRefs } = result.categories[category];
  if (category !== "seo" || !NOT_LISTED.includes(path))
    return Math.round(whole * 100);
  const counted = auditRefs.filter(
    ({ id, weight }) =>
      id !== "is-crawlable" && weight && scoreOf(result, id) !== null,
  );
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round(
    (100 *
      counted.reduce(
        (sum, { id, weight }) => sum + weight * scoreOf(result, id),
        0,
      )) /
      weights,
  );
}

function scoreOf(result, audit) {
  return result.audits[audit].score;
}

function causes(result, category) {
  return result.categories[category].auditRefs
    .filter(
      ({ id, weight }) =>
        weight && scoreOf(result, id) !== null && scoreOf(result, id) < 1,
    )
    .map(({ id }) => `${id} ${result.audits[id].displayValue ?? ""}`.trim())
    .join(", ");
}

/** The selector of the element of the largest contentful paint. */
function largest(result) {
  const items = result.audits["lcp-breakdown-insight"]?.details?.items ?? [];
  return items.find((item) => item.type === "node")?.selector ?? "?";
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
