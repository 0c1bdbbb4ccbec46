// What an island's script changes in the HTML that it takes over: the promise of hydration is nothing.
import type { Page } from "@playwright/test";

type Watched = Window & { seen: string[] };

/** Notes, from the page's next parsing on, every change to its first island as "type attribute element". */
export function watchHtml(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.addEventListener("DOMContentLoaded", () =>
      new MutationObserver((records) =>
        seen.push(
          ...records.map((record) => `${record.type} ${record.attributeName} ${record.target.nodeName}`),
        ),
      ).observe(document.querySelector("site-island")!, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      }),
    );
  });
}

/** The changes so far. */
export function htmlChanges(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as Watched).seen);
}
