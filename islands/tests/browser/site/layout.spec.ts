// The layout holds for every visitor: no page scrolls sideways, wider text spacing cuts nothing off, targets
// can be hit, and what has the focus is never under the header or a floating button (WCAG 2.2 AA).
import type { Page } from "@playwright/test";
import { ALL_PAGES, expect, inLanguage, test, wakeUp } from "./site.ts";

/** 640 is 1280 at 200 %, 195 would be a phone at 200 %: 320 is what WCAG 1.4.10 asks for. */
const WIDTHS = [320, 390, 640, 768, 1280];

for (const lang of ["es", "en"] as const) {
  for (const path of ALL_PAGES) {
    test(`${inLanguage(lang, path)} fits each width, also with wider text spacing`, async ({ page }) => {
      test.slow();
      await page.goto(inLanguage(lang, path));
      await wakeUp(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sideways(page), `${width} px`).toEqual([]);
      }
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await spaceText(page);
        expect(await sideways(page), `${width} px with wider text spacing`).toEqual([]);
        expect(await cutOff(page), `${width} px with wider text spacing`).toEqual([]);
      }
    });
  }

  for (const path of ["/", "/inventario", "/contacto", "/inventario/O-301", "/inversionistas"]) {
    test(`targets of ${inLanguage(lang, path)} measure at least 24 px, or have the room`, async ({
      page,
    }) => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(inLanguage(lang, path));
        await wakeUp(page);
        expect(await smallTargets(page), `${width} px`).toEqual([]);
      }
    });
  }
}

for (const path of [
  "/",
  "/inventario",
  "/contacto",
  "/inventario/O-301",
  "/inversionistas",
  "/avance-de-obra",
]) {
  for (const width of [390, 1280]) {
    test(`the focus on ${path} is never hidden at ${width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await wakeUp(page);
      const hidden: string[] = [];
      let steps = 0;
      for (; steps < 120; steps++) {
        await page.keyboard.press("Tab");
        const answer = await focusHidden(page);
        if (answer === "left") break;
        if (answer) hidden.push(answer);
      }
      expect(steps).toBeGreaterThan(10);
      expect(hidden).toEqual([]);
    });
  }
}

/** What sticks out of the window on the right, if the page scrolls sideways. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => !element.closest("header") && element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}

/** The spacing of WCAG 1.4.12, through the CSSOM: the site's policy stops inline styles. */
function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }" +
        "p { margin-block-end: 2em !important; }",
    );
    document.adoptedStyleSheets = [sheet];
  });
}

/** Elements with text of their own that hide a part of it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim());
      if (!hasText || element.closest(".visually-hidden, svg")) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const isCut =
        (cuts(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1);
      if (isCut) found.push(element.outerHTML.slice(0, 120));
    }
    return found;
  });
}

/** Targets under 24 by 24 px whose 24 px circle touches another target (WCAG 2.5.8); links in a line of text may. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = "a[href], button, summary, input:not([type=hidden]), select, textarea";
    const targets = [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("svg"))
      .map((element) => ({
        element: element.closest("label") ?? element,
        box: element.getBoundingClientRect(),
      }))
      .map(({ element, box }) => ({
        element,
        box: element.matches("label") ? element.getBoundingClientRect() : box,
      }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const centre = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];
    const found: string[] = [];
    for (const { element, box } of targets) {
      if (box.width >= 23.5 && box.height >= 23.5) continue;
      if (getComputedStyle(element).display === "inline" && element.closest("p, dd, li")) continue;
      const [x, y] = centre(box);
      const isCrowded = targets.some((other) => {
        if (other.element === element || other.element.contains(element) || element.contains(other.element))
          return false;
        const dx = Math.max(other.box.left - x, 0, x - other.box.right);
        const dy = Math.max(other.box.top - y, 0, y - other.box.bottom);
        return Math.hypot(dx, dy) < 12;
      });
      if (isCrowded) found.push(`${box.width} x ${box.height}: ${element.outerHTML.slice(0, 120)}`);
    }
    return found;
  });
}

/** The focused element, when none of it can be seen; "left" when the focus left the page. */
function focusHidden(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const element = document.activeElement;
    if (!element || element === document.body) return "left";
    const target = element.matches("input[type=radio], input[type=checkbox]")
      ? (element.closest("label") ?? element)
      : element;
    const box = target.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth - 1)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight - 1)];
    const name = `${element.outerHTML.slice(0, 120)} at ${Math.round(box.left)},${Math.round(box.top)}`;
    if (left >= right || top >= bottom) return `${name}: outside the window`;
    for (const x of [0.05, 0.5, 0.95])
      for (const y of [0.1, 0.5, 0.9]) {
        const seen = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        if (seen && (target.contains(seen) || seen.contains(target))) return null;
      }
    return `${name}: covered`;
  });
}
