// Checks of a page's layout at its present width: sideways scrolling, cut-off text, small targets, a hidden focus
// (WCAG 2.2 AA), and what a printed page shows. Each returns descriptions of what is wrong.
import type { Page } from "@playwright/test";

/** The classes of the sections of a home page, in the order of the specification (S8), with timeline and builder before the contact. */
export const HOME_SECTIONS = [
  /opening/,
  /intro/,
  /benefits/,
  /products/,
  /amenities/,
  /availability/,
  /milestones/,
  /builder/,
  /contact/,
  /showroom/,
];

/** If the page scrolls sideways: its widths, and elements that extend beyond the window on the right. */
export function sideways(page: Pick<Page, "evaluate">): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) =>
        !element.closest("header") &&
        element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}

/** Numbers that are broken into lines within their digits, as `$41,250,00` and `0`. */
export function brokenNumbers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, 4);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!;
      if (parent.closest("svg, script, template") || !parent.checkVisibility())
        continue;
      for (const { 0: number, index } of node.nodeValue!.matchAll(
        /\d[\d.,]*\d/g,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        const tops = [...range.getClientRects()].map(({ top }) => top);
        if (new Set(tops).size > 1)
          found.push(`${number}: ${parent.outerHTML.slice(0, 120)}`);
      }
    }
    return found;
  });
}

/** Parts of the header that overlap, break into lines, or leave the window, and a missing phone number (S6). */
export function headerProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector =
      ":scope > .logo, .drawer > summary, .nav > a, .menu > summary, .header-phone, .language > *, .header-contact";
    const header = document.querySelector("header.header")!;
    const parts = [...header.querySelectorAll<HTMLElement>(selector)].filter(
      (part) => part.checkVisibility(),
    );
    const boxes = parts
      .map((part) => ({
        name: part.outerHTML.slice(0, 80),
        part,
        box: part.getBoundingClientRect(),
      }))
      .sort((a, b) => a.box.left - b.box.left);
    const found: string[] = [];
    for (const [index, { name, part, box }] of boxes.entries()) {
      if (index > 0 && box.left < boxes[index - 1]!.box.right - 0.5)
        found.push(`overlaps: ${name}`);
      if (box.left < 0 || box.right > document.documentElement.clientWidth)
        found.push(`outside: ${name}`);
      if (part.scrollWidth > part.clientWidth + 1)
        found.push(`cut off: ${name}`);
      const text = document.createRange();
      text.selectNodeContents(part);
      const lines = parseFloat(getComputedStyle(part).fontSize) * 2;
      // The logo has a picture, which is higher than a line; flags alone have text without a size.
      if (
        lines &&
        !part.matches(".logo") &&
        text.getBoundingClientRect().height > lines
      )
        found.push(`breaks: ${name}`);
    }
    const number = header.querySelector<HTMLElement>(".header-phone")!;
    if (!/\d{3} \d{3} \d{4}$/.test(number.innerText))
      found.push(`no number: ${number.innerText}`);
    return found;
  });
}

/** Sets the text spacing of WCAG 1.4.12, through the CSSOM because the site's policy refuses inline styles. */
export function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }" +
        "p { margin-block-end: 2em !important; }",
    );
    document.adoptedStyleSheets = [sheet];
  });
}

/** Removes what `spaceText` has added. */
export function removeAddedStyles(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}

/** Elements that cut off a part of their own text. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      if (
        !element.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
        })
      )
        continue;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent!.trim(),
      );
      if (!hasText || element.closest(".visually-hidden, .form-trap, svg"))
        continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const cuts = (overflow: string) =>
        overflow === "hidden" || overflow === "clip";
      const isCut =
        (cuts(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1);
      if (isCut) found.push(element.outerHTML.slice(0, 120));
    }
    return found;
  });
}

/** Targets under 24 by 24 px whose 24 px circle touches another target (WCAG 2.5.8, which exempts links in a line of text). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector =
      "a[href], button, summary, input:not([type=hidden]), select, textarea";
    const targets = [...document.querySelectorAll<HTMLElement>(selector)]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest("svg"),
      )
      .map((element) => ({
        element: element.closest("label") ?? element,
        box: element.getBoundingClientRect(),
      }))
      .map(({ element, box }) => ({
        element,
        box: element.matches("label") ? element.getBoundingClientRect() : box,
      }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const centre = (box: DOMRect): [number, number] => [
      box.x + box.width / 2,
      box.y + box.height / 2,
    ];
    const found: string[] = [];
    for (const { element, box } of targets) {
      if (box.width >= 23.5 && box.height >= 23.5) continue;
      if (
        getComputedStyle(element).display === "inline" &&
        element.closest("p, dd, li")
      )
        continue;
      const [x, y] = centre(box);
      const isCrowded = targets.some((other) => {
        if (
          other.element === element ||
          other.element.contains(element) ||
          element.contains(other.element)
        )
          return false;
        const dx = Math.max(other.box.left - x, 0, x - other.box.right);
        const dy = Math.max(other.box.top - y, 0, y - other.box.bottom);
        return Math.hypot(dx, dy) < 12;
      });
      if (isCrowded)
        found.push(
          `${box.width} x ${box.height}: ${element.outerHTML.slice(0, 120)}`,
        );
    }
    return found;
  });
}

/**
 * Gives the focus to each element that can take it, in order. The browser scrolls as for Tab, which takes several times as long.
 *
 * @param most how many elements at most
 * @returns how many elements took the focus, and descriptions of those that were wholly hidden
 */
export function focusEach(
  page: Page,
  most: number,
): Promise<{ count: number; hidden: string[] }> {
  return page.evaluate(async (most) => {
    const selector =
      "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex]";
    const isStop = (element: HTMLElement): boolean =>
      element.tabIndex >= 0 &&
      !element.matches(":disabled, [inert] *") &&
      element.checkVisibility({ visibilityProperty: true });
    const hidden: string[] = [];
    const visibility = (element: HTMLElement): string | undefined => {
      const target = element.matches("input[type=radio], input[type=checkbox]")
        ? (element.closest("label") ?? element)
        : element;
      const box = target.getBoundingClientRect();
      const [left, right] = [
        Math.max(box.left, 0),
        Math.min(box.right, innerWidth - 1),
      ];
      const [top, bottom] = [
        Math.max(box.top, 0),
        Math.min(box.bottom, innerHeight - 1),
      ];
      const name = `${element.outerHTML.slice(0, 120)} at ${Math.round(box.left)},${Math.round(box.top)}`;
      if (left >= right || top >= bottom) return `${name}: outside the window`;
      for (const x of [0.05, 0.5, 0.95])
        for (const y of [0.1, 0.5, 0.9]) {
          const seen = document.elementFromPoint(
            left + (right - left) * x,
            top + (bottom - top) * y,
          );
          if (seen && (target.contains(seen) || seen.contains(target)))
            return undefined;
        }
      return `${name}: covered`;
    };
    let count = 0;
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (count === most) break;
      if (!isStop(element)) continue;
      const before = scrollY;
      element.focus();
      if (document.activeElement !== element) continue;
      count += 1;
      // The header changes in the frame after a scroll.
      if (scrollY !== before)
        await new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(resolve)),
        );
      const problem = visibility(element);
      if (problem) hidden.push(problem);
    }
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
    return { count, hidden };
  }, most);
}

/** Fieldsets and lists that WebKit draws in another way than the other engines. */
export function drawnOtherwiseInWebKit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const report = (what: string, elements: Element[]) =>
      found.push(
        ...elements.map(
          (element) => `${what}: ${element.outerHTML.slice(0, 100)}`,
        ),
      );
    const style = (element: Element) => getComputedStyle(element);
    report(
      "a floated legend in a grid covers the fields",
      [...document.querySelectorAll("legend")].filter(
        (legend) =>
          style(legend).float !== "none" &&
          style(legend.parentElement!).display !== "block",
      ),
    );
    const lists = [...document.querySelectorAll("ul, ol")];
    report(
      "an empty marker makes rows higher",
      lists.filter((list) => style(list).listStyleType === '""'),
    );
    return found;
  });
}

/** What is wrong on paper: width beyond the sheet, elements pinned over the text, rows that overlap, folded text. */
export function printProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      problems.push(`${scrollWidth - clientWidth} px wider than the sheet`);
    const report = (what: string, elements: Element[]) =>
      problems.push(
        ...elements.map(
          (element) => `${what}: ${element.outerHTML.slice(0, 100)}`,
        ),
      );
    const shown = [...document.body.querySelectorAll("*")].filter((element) =>
      element.checkVisibility(),
    );
    report(
      "pinned",
      shown.filter((element) =>
        ["fixed", "sticky"].includes(getComputedStyle(element).position),
      ),
    );
    report(
      "rows overlap after a page break in Firefox",
      shown.filter(
        (element) =>
          element.matches("body, main, .sheet") &&
          getComputedStyle(element).display !== "block",
      ),
    );
    // A folded payment plan must be on paper too.
    const texts = [
      ...document.querySelectorAll("main details :is(td, p):not([hidden] *)"),
    ];
    report(
      "folded",
      texts.filter((element) => !element.checkVisibility()),
    );
    return problems;
  });
}
