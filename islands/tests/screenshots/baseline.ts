// The looks that were judged and kept, under tests/screenshots/baseline: one small WebP for each page, language and
// width. `make screenshots ACCEPT=1` keeps the present ones. They hold for one version of Chromium.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, type TestInfo } from "@playwright/test";
import { openStill } from "../browser/site/looks.ts";
import { inLanguage } from "../browser/site/site.ts";
import { beside, decode, differences, encode, look, type Look } from "./looks.ts";

const FOLDER = fileURLToPath(new URL("baseline/", import.meta.url));
/** Which Chromium drew them: the first part of its version. */
const BROWSER = `${FOLDER}chromium.txt`;
const ACCEPT = process.env.ACCEPT === "1";

export const WIDTHS = [390, 768, 1280, 1920, 2560];

/** One picture of the set. */
export interface Shot {
  lang: "es" | "en";
  path: string;
  width: number;
}

/** A name for people and for files, such as `inventario-O-301-en-1280`. */
export function nameOf({ lang, path, width }: Shot): string {
  return `${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}-${lang}-${width}`;
}

/** Opens the page and brings it to rest, then takes all of it. */
export async function take(page: Page, { lang, path, width }: Shot, file?: string): Promise<Look> {
  await openStill(page, process.env.SITE_URL + inLanguage(lang, path), width);
  return look(await page.screenshot({ path: file, fullPage: true }));
}

/** What the page shows once two pictures in a row agree: a busy machine may draw a part of it late. */
async function settled(page: Page, first: Look): Promise<Look> {
  let last = first;
  for (let attempt = 0; attempt < 5; attempt++) {
    const next = await look(await page.screenshot({ fullPage: true }));
    if (!differences(last, next).length) return next;
    last = next;
  }
  return last;
}

/** Compares with the kept look, or keeps this one; a browser that draws otherwise is told, and skips. */
export async function judge(shot: Shot, taken: Look, page: Page, info: TestInfo): Promise<void> {
  const name = nameOf(shot);
  const present = page.context().browser()!.version().split(".")[0]!;
  if (ACCEPT) return accept(name, await settled(page, taken), present);
  const known = existsSync(BROWSER) ? readFileSync(BROWSER, "utf8").trim() : "none";
  info.skip(
    known !== present,
    `the kept looks are of Chromium ${known}, this is ${present}: look at the pages, then make screenshots ACCEPT=1`,
  );
  const kept = await keptLook(name);
  expect(kept, `${name} has no kept look: look at it, then make screenshots ACCEPT=1`).not.toBeNull();
  let found = differences(kept!, taken);
  if (found.length) {
    const again = await settled(page, taken);
    found = differences(kept!, again);
    if (found.length) writeFileSync(info.outputPath("kept-taken.png"), await beside(kept!, again));
  }
  const places = found.slice(0, 5).map(({ mean, left, top }) => {
    const [x, y] = [left, top].map((part) => Math.round(part * shot.width));
    return `around ${x}, ${y} px by ${mean.toFixed(0)} of 255`;
  });
  expect(places, `${name} looks otherwise in ${found.length} places; if that is right, ACCEPT=1`).toEqual([]);
}

/** The kept look of this name. */
export async function keptLook(name: string): Promise<Look | null> {
  const file = `${FOLDER}${name}.webp`;
  return existsSync(file) ? decode(readFileSync(file)) : null;
}

/** An unchanged page keeps its file to the byte: a commit names only what changed. */
async function accept(name: string, taken: Look, browser: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const isSameBrowser = existsSync(BROWSER) && readFileSync(BROWSER, "utf8").trim() === browser;
  if (!isSameBrowser) writeFileSync(BROWSER, `${browser}\n`);
  const kept = await keptLook(name);
  if (kept && !differences(kept, taken).length) return;
  writeFileSync(`${FOLDER}${name}.webp`, await encode(taken));
}
