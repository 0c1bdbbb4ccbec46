// Measures how long a saved text takes to the screen: from the write to the frame in which an open page shows it, with
// the `site serve` that `make serve` starts.
//   node tools/save/run.mjs [--saves 20] [UNITS ...]     without numbers of units: 69 and 10000
// The text is the introduction of a page. Prints the median and the worst, and the processor time of the server for each
// save. The build that checks a save waits for a pause in saving, so most of these saves have none of their own. Times
// depend on the machine and its load.
import { manyUnits } from "../../../scripts/many-units.mjs";
import { importTypeScript } from "../import-typescript.mjs";
import { launchChromium } from "../launch-chromium.mjs";

const FILE = "content/es/contacto.md";
const PAGE = "/contacto";
/** Saves before those that count: the first ones fill caches. */
const WARM_UP = 3;
/** The number of units of the site's own inventory. */
const OWN = 69;
/** How long one save may take, in milliseconds. */
const TIMEOUT = 120_000;

const args = process.argv.slice(2);
const option = args.indexOf("--saves");
const saves = option < 0 ? 20 : Number(args.splice(option, 2)[1]);
const counts = args.length ? args.map(Number) : [OWN, 10_000];
const { Project } = await importTypeScript(
  new URL("../../tests/browser/start.ts", import.meta.url),
);

const browser = await launchChromium();
try {
  console.log(
    "| units | saves | median ms | worst ms | processor ms |\n|---:|---:|---:|---:|---:|",
  );
  for (const units of counts) {
    const { times, processor } = await measure(units);
    times.sort((one, other) => one - other);
    const median =
      (times[Math.floor((times.length - 1) / 2)] +
        times[Math.floor(times.length / 2)]) /
      2;
    const row = [
      units,
      times.length,
      median.toFixed(0),
      times.at(-1).toFixed(0),
      processor.toFixed(0),
    ];
    console.log(`| ${row.join(" | ")} |`);
  }
} finally {
  await browser.close();
}

/** The milliseconds of each save to the screen, and of the processor for one save. */
async function measure(units) {
  const project = new Project(["content"]);
  const inventory = `${project.root}/units.json`;
  if (units !== OWN) project.write("units.json", () => manyUnits(units));
  const site = await project.serve(
    units === OWN ? ["--offline"] : ["--inventory", inventory],
  );
  try {
    const page = await browser.newPage({ baseURL: site.origin });
    // A reload waits for nothing of the page before, so each page reports by itself.
    let shown = () => {};
    await page.exposeFunction("reportText", (text, time) => shown(text, time));
    await page.addInitScript(reportTexts);
    await page.goto(PAGE, { waitUntil: "networkidle" });
    const times = [];
    let before = 0;
    for (let save = 0; save < WARM_UP + saves; save += 1) {
      if (save === WARM_UP) before = project.processorTime();
      const wanted = `Texto guardado ${save}`;
      const seen = new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${wanted} was not shown`)),
          TIMEOUT,
        );
        shown = (text, time) =>
          text === wanted && (clearTimeout(timer), resolve(time));
      });
      const change = (text) =>
        text.replace(/^    lead: .*$/m, `    lead: ${wanted}`);
      const start = Date.now();
      project.write(FILE, change);
      const time = (await seen) - start;
      if (save >= WARM_UP) times.push(time);
      await page.waitForLoadState("networkidle");
    }
    const processor = (project.processorTime() - before) / times.length;
    await page.close();
    return { times, processor };
  } finally {
    site.stop();
  }
}

/** In the page: reports its introduction when a frame with it was drawn. */
function reportTexts() {
  let last;
  const look = () => {
    const text = document.querySelector(".lead")?.textContent;
    if (text === last) return;
    last = text;
    requestAnimationFrame(() =>
      setTimeout(() => window.reportText(text, Date.now())),
    );
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}
