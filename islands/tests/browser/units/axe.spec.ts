// Accessibility of the selector and the inventory in each state, on a light and a dark ground.
import type { Page } from "@playwright/test";
import { strangeUnits } from "../../../gallery/sample.ts";
import { LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { expect, open, test, units, VIEWPORTS } from "./unit-site.ts";

/** Presses a control and waits for its dialog. */
const openDialog = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};
const asLoaded = async (): Promise<void> => {};
/** Waits for the plans, which are a file of their own. */
const dialogShown = (page: Page) =>
  expect(page.getByRole("dialog")).toBeVisible();
const plansShown = (page: Page) =>
  expect(page.locator(".inventory-plans svg").first()).toBeVisible();

const COMPARED = ["O-301", "O-302", "L-101", "L-102"];
/** A part of the inventory: axe's time grows with the rows, and the tests of the built site check the whole list. */
const SOME_UNITS = units.filter(
  ({ code }, index) => index % 6 === 0 || COMPARED.includes(code),
);

const STATES: [
  string,
  "selector" | "inventory",
  string,
  (page: Page) => Promise<void>,
  object?,
][] = [
  ["the selector", "selector", "", asLoaded],
  [
    "a level",
    "selector",
    "",
    (page) => page.locator('input[value="3"]').check(),
  ],
  ["a unit", "selector", "", openDialog('svg.plan [data-code="L-102"]')],
  ["a selector without units", "selector", "", asLoaded, { units: [] }],
  [
    "a selector with long names",
    "selector",
    "",
    asLoaded,
    { units: strangeUnits },
  ],
  ["the list", "inventory", "", asLoaded, { units: SOME_UNITS }],
  [
    "a filtered list",
    "inventory",
    "?nivel=3&disp=1&orden=-precio",
    asLoaded,
    { units: SOME_UNITS },
  ],
  [
    "an empty list",
    "inventory",
    "?area_min=999",
    asLoaded,
    { units: SOME_UNITS },
  ],
  [
    "a list with long names",
    "inventory",
    "",
    asLoaded,
    { units: strangeUnits },
  ],
  ["the drawing", "inventory", "?vista=plano", plansShown],
  ["a filtered drawing", "inventory", "?vista=plano&disp=1", plansShown],
  [
    "a unit of the drawing",
    "inventory",
    "?vista=plano",
    openDialog('[data-code="O-401"]'),
  ],
  [
    "a comparison",
    "inventory",
    `?unidades=${COMPARED}#comparar`,
    dialogShown,
    { units: SOME_UNITS },
  ],
];

/** The states of the first tier: those with the most parts. */
const FIRST_STATES = [
  "a level",
  "a unit",
  "a filtered list",
  "the drawing",
  "a comparison",
];

/** Each ground at one size: colours do not depend on it, and order and names not on the colours. */
const VIEWS = [
  { size: "phone", theme: "light" },
  { size: "desktop", theme: "dark" },
] as const;

for (const lang of LANGS)
  for (const { size, theme } of VIEWS) {
    for (const [name, island, query, act, props] of STATES) {
      const isFirst =
        lang === "es" && size === "phone" && FIRST_STATES.includes(name);
      test(
        `no accessibility violation: ${name}, ${lang}, ${size}`,
        firstIf(isFirst),
        async ({ page, site }) => {
          await page.setViewportSize(VIEWPORTS[size]);
          site.island("/page", island, lang, props, theme);
          await open(page, `/page${query}`);
          await act(page);
          expect(await violations(page)).toEqual([]);
        },
      );
    }
  }
