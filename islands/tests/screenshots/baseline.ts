// The visual baselines, under tests/screenshots/baseline: one thumbnail as WebP for each page at the widths below.
// `make screenshots ACCEPT=1` replaces those that differ. They are valid for one version of Chromium.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  expect,
  type Browser,
  type Page,
  type TestInfo,
} from "@playwright/test";
import { bringToRest, openAtRest } from "../browser/site/at-rest.ts";
import { inLanguage, type Lang } from "../routes.ts";
import {
  decode,
  differences,
  encode,
  sideBySide,
  thumbnail,
  type Thumbnail,
} from "./thumbnail.ts";

const FOLDER = fileURLToPath(new URL("baseline/", import.meta.url));
/** The major version of the Chromium that drew the baselines. */
const BROWSER_FILE = `${FOLDER}chromium.txt`;
const ACCEPT = process.env.ACCEPT === "1";

/** The widths that have a baseline: a phone and a desktop in Spanish, one between them in English. */
export const BASELINE_WIDTHS: Record<Lang, readonly number[]> = {
  es: [390, 1280],
  en: [768],
};

/** One screenshot: a page in a language at a width in CSS pixels. */
export interface Shot {
  lang: Lang;
  path: string;
  width: number;
}

/** A name for people and for files, such as `inventario-O-301-en-768`. */
export function nameOf({ lang, path, width }: Shot): string {
  return `${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}-${lang}-${width}`;
}

/** Opens the page, brings it to rest and takes all of it; `file` keeps the screenshot as PNG. */
export async function take(
  page: Page,
  { lang, path, width }: Shot,
  file?: string,
): Promise<Thumbnail> {
  await openAtRest(page, process.env.SITE_URL + inLanguage(lang, path), width);
  const screenshot = await wholePage(page);
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, screenshot);
  }
  return thumbnail(screenshot);
}

/** A page at its whole height, as PNG. Quicker than `page.screenshot`, which compresses it more. */
export async function wholePage(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const { data } = await session.send("Page.captureScreenshot", {
    clip: { ...cssContentSize, x: 0, y: 0, scale: 1 },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  });
  await session.detach();
  return Buffer.from(data, "base64");
}

/** The same for a page that is already open. */
export async function takeOpen(
  page: Page,
  { width }: Shot,
): Promise<Thumbnail> {
  await bringToRest(page, width);
  return thumbnail(await wholePage(page));
}

/** Takes the page until two thumbnails in a row agree: a busy machine may draw a part of it late. */
async function takeStable(page: Page, first: Thumbnail): Promise<Thumbnail> {
  let last = first;
  for (let attempt = 0; attempt < 5; attempt++) {
    const next = await thumbnail(await wholePage(page));
    if (!differences(last, next).length) return next;
    last = next;
  }
  return last;
}

/** Why this browser cannot be compared with the baselines, if it has another version than the one that drew them. */
export function otherBrowser(browser: Browser): string | undefined {
  if (ACCEPT) return undefined;
  const version = majorVersion(browser);
  const expected = existsSync(BROWSER_FILE)
    ? readFileSync(BROWSER_FILE, "utf8").trim()
    : "none";
  if (expected === version) return undefined;
  return `the baselines are of Chromium ${expected}, this is ${version}: check the pages, then run make screenshots ACCEPT=1`;
}

const majorVersion = (browser: Browser): string =>
  browser.version().split(".")[0]!;

/** Compares with the baseline, or replaces it. */
export async function compareWithBaseline(
  shot: Shot,
  taken: Thumbnail,
  page: Page,
  info: TestInfo,
): Promise<void> {
  const name = nameOf(shot);
  if (ACCEPT)
    return accept(
      name,
      await takeStable(page, taken),
      majorVersion(page.context().browser()!),
    );
  const baseline = await readBaseline(name);
  expect(
    baseline,
    `${name} has no baseline: check the page, then run make screenshots ACCEPT=1`,
  ).not.toBeNull();
  let found = differences(baseline!, taken);
  if (found.length) {
    const again = await takeStable(page, taken);
    found = differences(baseline!, again);
    if (found.length)
      writeFileSync(
        info.outputPath(`${name}.png`),
        await sideBySide(baseline!, again),
      );
  }
  const places = found.slice(0, 5).map(({ mean, left, top }) => {
    const [x, y] = [left, top].map((part) => Math.round(part * shot.width));
    return `around ${x}, ${y} px by ${mean.toFixed(0)} of 255`;
  });
  expect
    .soft(
      places,
      `${name} differs from its baseline in ${found.length} places: if that is intended, run make screenshots ACCEPT=1`,
    )
    .toEqual([]);
}

async function readBaseline(name: string): Promise<Thumbnail | null> {
  const file = `${FOLDER}${name}.webp`;
  return existsSync(file) ? decode(readFileSync(file)) : null;
}

/** Writes a baseline if it differs, so that a commit contains only the pages that changed. */
async function accept(
  name: string,
  taken: Thumbnail,
  browser: string,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const isSameBrowser =
    existsSync(BROWSER_FILE) &&
    readFileSync(BROWSER_FILE, "utf8").trim() === browser;
  if (!isSameBrowser) writeFileSync(BROWSER_FILE, `${browser}\n`);
  const baseline = await readBaseline(name);
  if (baseline && !differences(baseline, taken).length) return;
  writeFileSync(`${FOLDER}${name}.webp`, await encode(taken));
}
