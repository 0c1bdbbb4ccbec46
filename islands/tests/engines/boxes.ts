// The layout of a page as the boxes of its elements, to compare an engine with Chromium. Pictures would differ in every
// letter and with every version; boxes differ where something is hidden, missing or in another place.
import { nextFrame } from "../browser/frames.ts";
import { applyFonts } from "../browser/site/at-rest.ts";
import type { EnginePage } from "./engine.ts";
import { eventually } from "./eventually.ts";

/** Distance from the parent's left and from the element above, width and height in pixels, by the element's path. */
export type Boxes = Record<
  string,
  [x: number, y: number, width: number, height: number]
>;

/** How much a box may differ, in pixels or as a share of its size: engines round the height of lines differently. */
const TOLERANCE_PX = 16;
const TOLERANCE = 0.05;

/** Not compared: the line of this figure is as wide as the column on a phone, and breaks in some engines only. */
const IGNORED = ".opening-figure";

/** Makes the window as wide, and waits until the page is laid out for it: what scripts place, too. */
export async function resize(page: EnginePage, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 850 });
  await eventually(page, () => innerWidth).toBe(width);
  await nextFrame(page);
}

/** Measures an open page at a width. */
export async function boxes(page: EnginePage, width: number): Promise<Boxes> {
  await resize(page, width);
  await page.evaluate(applyFonts);
  await page.evaluate(showAll);
  await nextFrame(page);
  return page.evaluate(measure, IGNORED);
}

/** What differs between two measurements of one page. */
export function differences(expected: Boxes, found: Boxes): string[] {
  return [
    ...new Set([...Object.keys(expected), ...Object.keys(found)]),
  ].flatMap((path) => {
    const [before, after] = [expected[path], found[path]];
    if (!before || !after)
      return [`${path} is ${after ? "shown" : "not shown"}`];
    const [, , width, height] = before;
    const isNear = [width, height, width, height].every(
      (size, at) =>
        Math.abs(after[at]! - before[at]!) <=
        Math.max(TOLERANCE_PX, TOLERANCE * size),
    );
    return isNear
      ? []
      : [
          `${path} is at ${after.map(Math.round)}, not at ${before.map(Math.round)}`,
        ];
  });
}

/** Lays out what is below the first screen too: otherwise its height would be an estimate. */
function showAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
}

function measure(ignored: string): Boxes {
  const found: Boxes = {};
  const visit = (parent: Element, path: string): void => {
    const outer = parent.getBoundingClientRect();
    let above = outer.top;
    for (const [index, child] of [...parent.children].entries()) {
      const { display, position } = getComputedStyle(child);
      if (
        !child.checkVisibility() ||
        display === "inline" ||
        position === "fixed"
      )
        continue;
      if (child.matches(`svg *, option, ${ignored}`)) continue;
      const { x, y, width, height, bottom } = child.getBoundingClientRect();
      const name =
        [`${path} ${child.localName}`, ...child.classList].join(".") +
        `:${index}`;
      found[name] = [x - outer.x, y - above, width, height];
      above = bottom;
      visit(child, name);
    }
  };
  visit(document.body, "");
  return found;
}
