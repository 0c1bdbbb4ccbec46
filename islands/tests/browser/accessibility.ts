// Accessibility violations that axe finds: WCAG 2.2 AA and axe's best practices.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

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
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], preload: { assets: ["media"] } })
    .withTags(TAGS)
    .disableRules(disable);
  if (include) axe.include(include);
  // No page has frames of another origin, so axe needs no second page to put the results together.
  const found = await axe.setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => [
    id,
    ...nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 160)}: ${failureSummary}`),
  ]);
}
