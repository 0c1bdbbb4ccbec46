// Lighthouse, as a phone, over the built site: every page in both languages, the median of some runs of each.
//   npm start -- [--runs 3] [path ...]     paths such as / /inventario /en/contacto; none: all
// Prints a table, and fails when a category of a page is under 100 or when anything moves (CLS).
import { existsSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import start from "../../tests/browser/start.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const PAGES = [
  "/",
  "/oficinas-lujo",
  "/locales-comerciales",
  "/inventario",
  "/inventario/O-301",
  "/inversionistas",
  "/avance-de-obra",
  "/contacto",
  "/contacto-oficinas",
  "/contacto-locales",
  "/gracias",
  "/brochure",
  "/aviso-de-privacidad",
  "/caracteristicas",
];
/** Pages that search engines are told not to list: exempt from the audit that they can be listed, and from no other. */
const NOT_LISTED = ["/gracias", "/en/gracias"];
const CHROME = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

const args = process.argv.slice(2);
const at = args.indexOf("--runs");
const runs = at < 0 ? 3 : Number(args.splice(at, 2)[1]);
const all = PAGES.flatMap((path) => [path, path === "/" ? "/en" : `/en${path}`]);
const paths = args.length ? args : all;

process.env.CHROME_PATH ??= process.env.CHROMIUM_PATH ?? CHROME.find((path) => existsSync(path));
const stop = await start({ debug: false });
const failures = [];
try {
  console.log(`${"page".padEnd(26)}perf  a11y  best   seo    LCP ms  TBT ms     CLS  LCP element`);
  for (const path of paths) {
    const results = [];
    for (let run = 0; run < runs; run++) results.push(await measure(process.env.SITE_URL + path));
    report(path, results);
  }
} finally {
  stop();
}
for (const line of failures) console.error(line);
console.log(failures.length ? `${failures.length} findings` : `${paths.length} pages at 100`);
process.exit(failures.length ? 1 : 0);

/** One run in a browser of its own: nothing cached, no worker. */
async function measure(url) {
  const chrome = await launch({ chromeFlags: FLAGS });
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: CATEGORIES,
    });
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    await chrome.kill();
  }
}

function report(path, results) {
  const scores = CATEGORIES.map((category) => median(results.map((result) => score(result, category, path))));
  const value = (audit) => median(results.map((result) => result.audits[audit].numericValue));
  const shift = value("cumulative-layout-shift");
  const numbers = [value("largest-contentful-paint").toFixed(0), value("total-blocking-time").toFixed(0)];
  console.log(
    path.padEnd(24) +
      scores.map((number) => String(number).padStart(6)).join("") +
      numbers.map((number) => number.padStart(9)).join("") +
      `${shift.toFixed(3).padStart(8)}  ${largest(results[0])}`,
  );
  CATEGORIES.forEach((category, index) => {
    if (scores[index] < 100)
      failures.push(`${path}: ${category} ${scores[index]}: ${causes(results[0], category)}`);
  });
  if (shift > 0) failures.push(`${path}: cumulative layout shift ${shift}`);
}

function score(result, category, path) {
  const { score: whole, auditRefs } = result.categories[category];
  if (category !== "seo" || !NOT_LISTED.includes(path)) return Math.round(whole * 100);
  const counted = auditRefs.filter(
    ({ id, weight }) => id !== "is-crawlable" && weight && scoreOf(result, id) !== null,
  );
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round(
    (100 * counted.reduce((sum, { id, weight }) => sum + weight * scoreOf(result, id), 0)) / weights,
  );
}

function scoreOf(result, audit) {
  return result.audits[audit].score;
}

function causes(result, category) {
  return result.categories[category].auditRefs
    .filter(({ id, weight }) => weight && scoreOf(result, id) !== null && scoreOf(result, id) < 1)
    .map(({ id }) => `${id} ${result.audits[id].displayValue ?? ""}`.trim())
    .join(", ");
}

/** The element that Lighthouse saw painted largest, as its selector. */
function largest(result) {
  const items = result.audits["lcp-breakdown-insight"]?.details?.items ?? [];
  return items.find((item) => item.type === "node")?.selector ?? "?";
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
