// How a page is brought to rest before its picture is taken: fonts there, islands awake, every picture decoded,
// nothing moving, and the day of the data always the same.
import type { Page } from "@playwright/test";
import { wakeUp } from "./site.ts";

/** Opens an address at a width and waits until nothing changes any more. */
export async function openStill(page: Page, url: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: Math.round(Math.min(width * 1.6, 900)) });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route("**/assets/*.css", async (route) => {
    // A busy machine may bring the fonts too late for the page; a picture waits for them.
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("font-display:optional", "font-display:block");
    await route.fulfill({ response, body });
  });
  await page.goto(url);
  await wakeUp(page);
  await page.evaluate(async () => {
    // What is out of sight is drawn too: its height would be a guess.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
    const there = [...document.images].map(async (image) => {
      image.loading = "eager";
      // Else the page may be drawn before its pictures are.
      image.decoding = "sync";
      if (!image.complete) await new Promise((done) => (image.onload = image.onerror = done));
      await image.decode();
    });
    await Promise.all(there);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  await page.evaluate(writeOneDay);
}

/** Every date reads as one of the longest there are. */
function writeOneDay(): void {
  const dates: [RegExp, string][] = [
    [/\b\d{1,2} de [a-z]+ de 20\d\d\b/g, "28 de septiembre de 2026"],
    [/\b[A-Z][a-z]+ \d{1,2}, 20\d\d\b/g, "September 28, 2026"],
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const text = dates.reduce((text, [date, day]) => text.replace(date, day), node.data);
    if (text !== node.data) node.data = text;
  }
}
