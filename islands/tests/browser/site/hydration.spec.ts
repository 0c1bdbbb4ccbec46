// Every island of the built site: the first render in the browser equals the HTML that QuickJS made in the build.
import type { Page } from "@playwright/test";
import { PAGES, expect, inLanguage, test } from "./site.ts";

/** Records what hydration itself changes inside islands; what effects do after it comes in later batches. */
async function watchHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    new MutationObserver((records) => {
      // The loader marks an island ready and hydrates it in the same task: one batch has both.
      const isReady = ({ type, target }: MutationRecord) =>
        type === "attributes" && target instanceof Element && target.matches("site-island[state=ready]");
      const started = records.filter(isReady).map(({ target }) => target);
      for (const { type, target, attributeName } of records)
        if (started.some((island) => island !== target && island.contains(target)))
          changes.push(`${type} ${target.nodeName} ${attributeName ?? target.textContent?.slice(0, 60)}`);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

for (const lang of ["es", "en"] as const) {
  for (const path of [...PAGES, "/inventario/O-301", "/inventario/L-101"]) {
    test(`${inLanguage(lang, path)} hydrates without a change or a warning`, async ({ page, debugURL }) => {
      const messages: string[] = [];
      page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
      await watchHydration(page);
      await page.goto(debugURL + inLanguage(lang, path));
      const islands = page.locator("site-island");
      for (const island of await islands.all()) await island.scrollIntoViewIfNeeded();
      await expect(page.locator("site-island:not([state=ready])")).toHaveCount(0);
      expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([]);
      expect(messages).toEqual([]);
    });
  }
}
