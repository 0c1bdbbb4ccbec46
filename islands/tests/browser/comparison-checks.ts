// What must hold for a comparison at every width: no value is cut, and every unit is visible or announced.
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The codes of the first units of an inventory, as many as its comparison takes. */
export async function firstCodes(page: Page, lang = "es"): Promise<string[]> {
  const answer = await page.request.get(
    new URL(`/data/units-${lang}.json`, page.url()).href,
  );
  const { units } = (await answer.json()) as { units: { code: string }[] };
  // Of different places in the list, so that uses, levels and lengths of prices differ.
  const step = Math.max(1, Math.floor(units.length / 4));
  return units
    .filter((_, index) => index % step === 0)
    .slice(0, 4)
    .map(({ code }) => code);
}

/** Opens the comparison of units in the inventory at this path. */
export async function openComparison(
  page: Page,
  inventory: string,
  codes: readonly string[],
): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${inventory}?unidades=${codes.join(",")}#comparar`);
  await expect(page.locator(".compare thead th")).toHaveCount(codes.length + 1);
}

/** What is cut, or neither visible nor announced. */
export function comparisonProblems(page: Page, width: number) {
  return page.evaluate((width) => {
    const problems: string[] = [];
    const dialog = document.querySelector(".compare")!;
    const region = dialog.querySelector(".compare-scroll")!;
    const box = dialog.getBoundingClientRect();
    if (box.left < 0 || box.right > width + 0.5)
      problems.push(`the dialog ends at ${box.right}`);
    for (const cell of region.querySelectorAll<HTMLElement>("th, td"))
      if (cell.scrollWidth > cell.clientWidth + 1)
        problems.push(`cut: ${cell.textContent}`);
    const heads = [...region.querySelectorAll("thead th")].slice(1);
    const end = region.getBoundingClientRect().right + 1;
    const visible = heads.filter(
      (head) => head.getBoundingClientRect().right <= end,
    ).length;
    const isWide = region.scrollWidth > region.clientWidth + 1;
    const count =
      dialog.querySelector<HTMLElement>(".compare-count")!.innerText;
    if (visible < heads.length && !isWide)
      problems.push(`only ${visible} of ${heads.length} units are visible`);
    if (isWide !== count.includes(",")) problems.push(`announced: ${count}`);
    if (!count.startsWith(String(heads.length)))
      problems.push(`counted: ${count}`);
    if (visible < Math.min(2, heads.length))
      problems.push(`${visible} columns are whole`);
    if (visible < heads.length && heads[visible]) {
      const edge = end - heads[visible].getBoundingClientRect().left;
      if (edge < 16) problems.push(`${edge} px of the next column are visible`);
    }
    // The head and the names of rows stay.
    region.scrollTo(9999, 9999);
    const corner = region.querySelector("th")!.getBoundingClientRect();
    const { left, top } = region.getBoundingClientRect();
    if (Math.abs(corner.left - left) > 1 || Math.abs(corner.top - top) > 1)
      problems.push("the head does not stay");
    region.scrollTo(0, 0);
    return problems;
  }, width);
}
