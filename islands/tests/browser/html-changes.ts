// What an island's script changes in the prerendered HTML. Hydration should change nothing.
import type { Page } from "@playwright/test";

type Watched = Window & { changes: string[] };

/** Records, from the next page load on, every change to the first island as "type attribute element". */
export function watchHtml(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    document.addEventListener("DOMContentLoaded", () =>
      new MutationObserver((records) =>
        changes.push(
          ...records.map(
            (record) =>
              `${record.type} ${record.attributeName} ${record.target.nodeName}`,
          ),
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
  return page.evaluate(() => (window as unknown as Watched).changes);
}
