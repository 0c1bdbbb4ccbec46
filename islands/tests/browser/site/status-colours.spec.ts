// The colours of the statuses on light and dark pages (S10): reserved is yellow, and can be told without its colour.
import type { Locator } from "@playwright/test";
import { inLanguage, LANGS } from "../../routes.ts";
import { firstIf, REST } from "../../tiers.ts";
import { expect, test } from "../test.ts";

type Rgb = [number, number, number];

/** The colours of a computed value, like `rgb(1, 2, 3)` or a gradient, in their order. */
function coloursIn(value: string): Rgb[] {
  const found = [...value.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)];
  return found.map(([, red, green, blue]) => [
    Number(red),
    Number(green),
    Number(blue),
  ]);
}

/** A computed property of an element or its pseudo-element. */
function computed(
  element: Locator,
  property: string,
  pseudo?: string,
): Promise<string> {
  return element.evaluate(
    (element, [property, pseudo]) =>
      getComputedStyle(element, pseudo).getPropertyValue(property!),
    [property, pseudo],
  );
}

/** Contrast of two colours (WCAG 2.2). */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = (colour: Rgb): number => {
    const [red, green, blue] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045
        ? share / 12.92
        : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** The angle of a colour: yellow is 60 degrees, orange 30. */
function hue([red, green, blue]: Rgb): number {
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  expect(high).toBe(red);
  return (60 * (green - blue)) / (high - low);
}

function expectYellow(colour: Rgb): void {
  expect(hue(colour), String(colour)).toBeGreaterThan(40);
  expect(hue(colour), String(colour)).toBeLessThan(60);
  expect(Math.max(...colour), `${String(colour)} is not brown`).toBeGreaterThan(
    220,
  );
}

for (const lang of LANGS) {
  test(
    `reserved is yellow in legend, list and plan of a light page, with enough contrast, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.goto(`${inLanguage(lang, "/inventario")}?vista=plano`);
      const [ground] = coloursIn(
        await computed(page.locator("body"), "background-color"),
      );

      const pattern = page.locator("#hatch-reservado");
      const unit = page
        .locator(".plan-unit.is-reservado > path:first-child")
        .first();
      expect(await computed(unit, "fill")).toContain("#hatch-reservado");
      const [fill] = coloursIn(
        await computed(pattern.locator(".hatch-ground"), "fill"),
      );
      const [hatch] = coloursIn(
        await computed(pattern.locator(".hatch-reservado"), "stroke"),
      );
      expectYellow(fill!);
      expect(contrast(hatch!, fill!)).toBeGreaterThanOrEqual(3);
      const [outline] = coloursIn(await computed(unit, "stroke"));
      expect(contrast(outline!, ground!)).toBeGreaterThanOrEqual(3);
      const [number] = coloursIn(
        await computed(
          page.locator(".plan-unit.is-reservado text").first(),
          "fill",
        ),
      );
      expect(contrast(number!, fill!)).toBeGreaterThanOrEqual(4.5);

      const legend = page.locator(".legend .is-reservado").first();
      await page.goto(inLanguage(lang, "/inventario"));
      for (const word of [
        legend,
        page.locator("td .status.is-reservado").first(),
      ]) {
        const [text] = coloursIn(await computed(word, "color"));
        expect(contrast(text!, ground!)).toBeGreaterThanOrEqual(4.5);
        const swatch = coloursIn(
          await computed(word, "background-image", "::before"),
        );
        const yellow = swatch.find((colour) => String(colour) !== String(text));
        expect(yellow, String(swatch)).toEqual(fill);
        const [border] = coloursIn(
          await computed(word, "border-top-color", "::before"),
        );
        expect(contrast(border!, ground!)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test(
    `reserved is yellow in legend and plan of the dark selector, ${lang}`,
    REST,
    async ({ page }) => {
      await page.goto(inLanguage(lang, "/"));
      const pattern = page.locator("#hatch-reservado-dark");
      const [fill] = coloursIn(
        await computed(pattern.locator(".hatch-ground"), "fill"),
      );
      const [hatch] = coloursIn(
        await computed(pattern.locator(".hatch-reservado"), "stroke"),
      );
      expectYellow(hatch!);
      expect(contrast(hatch!, fill!)).toBeGreaterThanOrEqual(3);
      const [word] = coloursIn(
        await computed(
          page.locator("#disponibilidad .legend .is-reservado"),
          "color",
        ),
      );
      expectYellow(word!);
    },
  );
}
