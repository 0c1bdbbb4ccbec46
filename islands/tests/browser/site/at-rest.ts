// Bringing a page to rest before a screenshot: fonts applied, islands started, every picture decoded, and every date the
// same on every day.
import type { Page } from "@playwright/test";
import { nextFrame } from "../frames.ts";
import { startIslands } from "./visits.ts";

/** Opens a URL at a width and waits until nothing changes any more. */
export async function openAtRest(
  page: Page,
  url: string,
  width: number,
): Promise<void> {
  await page.setViewportSize(viewportOf(width));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  await startIslands(page);
  await bringToRest(page, width);
}

/** Brings an open page to rest at a width. */
export async function bringToRest(
  page: Pick<Page, "evaluate" | "setViewportSize">,
  width: number,
): Promise<void> {
  await page.setViewportSize(viewportOf(width));
  await page.evaluate(applyFonts);
  await page.evaluate(showEverything);
  await page.evaluate(fixDates);
  await nextFrame(page);
}

function viewportOf(width: number): { width: number; height: number } {
  return { width, height: Math.round(Math.min(width * 1.6, 900)) };
}

/** Applies the fonts even where they arrived too late for the page, as they may on a busy machine. */
export async function applyFonts(): Promise<void> {
  const faces = [...document.styleSheets].flatMap(({ href, cssRules }) =>
    [...cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return [];
      const value = (name: string) => rule.style.getPropertyValue(name);
      const url = /url\("?([^")]+)/.exec(value("src"))?.[1];
      // A face of the visitor's own fonts is there from the beginning.
      if (!url) return [];
      const family = value("font-family").replaceAll(/["']/g, "");
      return [
        new FontFace(family, `url("${new URL(url, href!).href}")`, {
          weight: value("font-weight"),
        }),
      ];
    }),
  );
  for (const face of await Promise.all(faces.map((face) => face.load())))
    document.fonts.add(face);
}

/** Renders what is below the first screen too, with all pictures: otherwise its height would be an estimate. */
async function showEverything(): Promise<void> {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  // After a resize Chromium scales the old drawing of an SVG pattern; a page laid out anew has a new one.
  sheet.replaceSync(":root { display: none }");
  document.body.getBoundingClientRect();
  sheet.replaceSync("* { content-visibility: visible !important }");
  const decoded = [...document.images].map(async (image) => {
    image.loading = "eager";
    // With asynchronous decoding the page may be drawn before its pictures.
    image.decoding = "sync";
    if (!image.complete)
      await new Promise((resolve) => (image.onload = image.onerror = resolve));
    await image.decode();
  });
  await Promise.all(decoded);
}

/** Replaces every date by one of the longest. */
function fixDates(): void {
  const dates: [RegExp, string][] = [
    [/\b\d{1,2} de [a-z]+ de 20\d\d\b/g, "28 de septiembre de 2026"],
    [/\b[A-Z][a-z]+ \d{1,2}, 20\d\d\b/g, "September 28, 2026"],
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const text = dates.reduce(
      (text, [date, longest]) => text.replace(date, longest),
      node.data,
    );
    if (text !== node.data) node.data = text;
  }
}
