// Accessibility violations that axe finds: WCAG 2.2 AA and axe's best practices.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe from "axe-core";

const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

/** What axe checks the contrast of. */
const DISTINCT = "data-distinct-colors";
/** Contrast takes most of axe's time: texts that look the same need it once. */
const SOURCE = `${axe.source}; axe.configure({ rules: [{ id: "color-contrast", selector: "[${DISTINCT}]" }] });`;

/**
 * @param options `include`: the part of the page to check; `disable`: rules to leave out
 * @returns for each violation the rule, then up to five elements with what is wrong
 */
export async function violations(
  page: Page,
  { include, disable = [] }: { include?: string; disable?: string[] } = {},
): Promise<string[][]> {
  // Listing what passed takes half of axe's time, and the tests read only the violations. None of these rules reads style
  // sheets, which axe would load and parse again.
  await page.evaluate(markDistinctColors, DISTINCT);
  const builder = new AxeBuilder({ page, axeSource: SOURCE })
    .options({ resultTypes: ["violations"], preload: { assets: ["media"] } })
    .withTags(TAGS)
    .disableRules(disable);
  if (include) builder.include(include);
  // No page has frames of another origin, so axe needs no second page to put the results together.
  const found = await builder.setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => [
    id,
    ...nodes
      .slice(0, 5)
      .map(
        ({ html, failureSummary }) =>
          `${html.slice(0, 160)}: ${failureSummary}`,
      ),
  ]);
}

/**
 * Runs in the page: marks the first of all elements that have the same path of tags and classes, the same font and colour,
 * and grounds of the same colours behind them.
 */
function markDistinctColors(attribute: string): void {
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element): string => {
    let ground = grounds.get(element);
    if (ground === undefined) {
      const { backgroundColor, backgroundImage, opacity } =
        getComputedStyle(element);
      const own = [
        element.tagName,
        element.className,
        backgroundColor,
        backgroundImage,
        opacity,
      ].join();
      ground = element.parentElement
        ? `${groundOf(element.parentElement)} > ${own}`
        : own;
      grounds.set(element, ground);
    }
    return ground;
  };
  const seen = new Set<string>();
  for (const element of document.body.querySelectorAll("*")) {
    element.removeAttribute(attribute);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim(),
    );
    if (!hasText && !element.matches("input, select, textarea")) continue;
    const { color, fontSize, fontWeight, visibility } =
      getComputedStyle(element);
    // A hidden element must not stand for one that is shown.
    const isShown = visibility === "visible" && element.checkVisibility();
    const look = [
      isShown,
      color,
      fontSize,
      fontWeight,
      groundOf(element),
    ].join();
    if (!seen.has(look)) element.setAttribute(attribute, "");
    seen.add(look);
  }
}
