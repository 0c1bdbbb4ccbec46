// Pages follow one another with a transition where the visitor does not wish for less motion.
import type { EnginePage } from "./engine.ts";
import { address, count, eventually } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

test.use({ motion: true });

const VISITED = [
  "/caracteristicas",
  "/inversionistas",
  "/avance-de-obra",
  "/inventario",
  "/contacto",
  "/",
];

test(
  "several pages in a row, and back, each with a transition",
  REST,
  async ({ visit, baseURL }) => {
    const { page, problems } = visit;
    await page.goto(`${baseURL}/contacto`);
    for (const path of VISITED) {
      await recordTransition(page);
      await page.evaluate(
        (path) =>
          document.querySelector<HTMLElement>(`a[href="${path}"]`)!.click(),
        path,
      );
      await address(page).toBe(path);
      await eventually(page, () => sessionStorage.getItem("transition")).toBe(
        "true",
      );
      await count(page, "h1").toBe(1);
    }
    await recordTransition(page);
    await page.goBack();
    await address(page).toBe("/contacto");
    await eventually(page, () => sessionStorage.getItem("transition")).toBe(
      "true",
    );
    // The page is there and answers after the transition, when its form can be used.
    await count(page, "site-island[state=ready]").toBe(1);
    await eventually(page, inTransition).toBe(false);
    await page.click(".form-submit");
    await count(page, "[name=name][aria-invalid=true]:focus").toBe(1);
    expect(problems).toEqual([]);
  },
);

/** Whether pictures of the pages still cover this one: for a frame after the last of their animations has finished, too. */
function inTransition(): boolean {
  const effects = document
    .getAnimations()
    .map(({ effect }) => effect as KeyframeEffect);
  return effects.some(({ pseudoElement }) =>
    pseudoElement?.startsWith("::view-transition"),
  );
}

/** Records whether the page is left with a transition. */
function recordTransition(page: EnginePage): Promise<void> {
  return page.evaluate(() => {
    sessionStorage.removeItem("transition");
    addEventListener("pageswap", ({ viewTransition }) =>
      sessionStorage.setItem("transition", String(Boolean(viewTransition))),
    );
  });
}
