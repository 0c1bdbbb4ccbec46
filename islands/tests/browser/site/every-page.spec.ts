// What holds for every page in both languages, on a desktop and on a phone. Loading and starting a page costs most, so each visit
// is one test, whose steps report every problem that they find. In the first tier is each larger layout in the language with longer
// texts, which the desktop narrows to the width of a phone; on a phone those that advertisements and messages link.
import type { Page, TestInfo } from "@playwright/test";
import {
  ALL_PAGES,
  inLanguage,
  LANGS,
  LAYOUTS,
  LAYOUTS_WITH_CONTROLS,
  LINKED_PAGES,
} from "../../routes.ts";
import {
  BASELINE_WIDTHS,
  compareWithBaseline,
  nameOf,
  otherBrowser,
  type Shot,
  takeOpen,
} from "../../screenshots/baseline.ts";
import { siteSetting } from "../../site-settings.ts";
import { firstIf, REST } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { expect, test } from "../test.ts";
import { missingCharacters } from "./font-characters.ts";
import {
  cutOff,
  drawnOtherwiseInWebKit,
  focusEach,
  printProblems,
  removeAddedStyles,
  sideways,
  smallTargets,
  spaceText,
} from "./layout-checks.ts";

/** 640 is 1280 at 200 % zoom; a phone at 200 % would be 195, but WCAG 1.4.10 requires no less than 320. */
const WIDTHS = [320, 390, 640, 768, 1280];
/** The widths that also have to fit with the text spacing of WCAG 1.4.12. */
const SPACED_WIDTHS = [320, 1280];
/** The width between the margins of a sheet of letter paper, in CSS pixels. */
const PAPER_WIDTH = 720;
/** Bytes of pictures that a first screen may load. */
const PICTURE_BUDGET = siteSetting("images_first_screen");
/** Pages with parts that could cover the focus. */
const PAGES_WITH_STICKY_PARTS = [...LAYOUTS_WITH_CONTROLS, "/avance-de-obra"];
/** Where advertisements and messages lead. */
const LANDING_PAGES = ["/", "/inventario/O-301"];
/** Layouts with few parts, which other pages have, too. */
const SMALL_LAYOUTS = ["/gracias", "/brochure", "/500"];

for (const lang of LANGS)
  for (const path of ALL_PAGES) {
    const url = inLanguage(lang, path);
    const isLinked = LINKED_PAGES.includes(path);
    const hasControls = LAYOUTS_WITH_CONTROLS.includes(path);
    const checksFocus = PAGES_WITH_STICKY_PARTS.includes(path);
    const isFirst =
      lang === "es" && LAYOUTS.includes(path) && !SMALL_LAYOUTS.includes(path);

    // The first tier compares what a phone shows.
    const [narrow, ...wider] = BASELINE_WIDTHS[lang];
    const compared = isFirst ? [narrow!] : BASELINE_WIDTHS[lang];

    test(
      `${url} on a desktop`,
      firstIf(isFirst),
      async ({ visitPage }, info) => {
        const {
          page,
          status,
          messages,
          failedRequests,
          scripts,
          layoutShifts,
        } = await visitPage("desktop", url);

        await test.step("does not move while fonts and islands arrive", () => {
          expect.soft(layoutShifts).toEqual([]);
        });

        if (isLinked)
          await test.step("loads without an error, and only what it needs", async () => {
            expect.soft(status).toBe(200);
            expect
              .soft(
                messages.filter((message) =>
                  /^(error|uncaught):/.test(message),
                ),
              )
              .toEqual([]);
            expect.soft(failedRequests).toEqual([]);
            await expect
              .soft(page.locator("html"))
              .toHaveAttribute("lang", lang === "es" ? "es-MX" : "en-US");
            const inline =
              "script:not([src]):not([type='application/json'], [type='application/ld+json'])";
            await expect.soft(page.locator(inline)).toHaveCount(0);
            await expect.soft(page.locator("[style]")).toHaveCount(0);
            const islands = await page.locator("site-island").count();
            const names = new Set(
              scripts.map((script) => script.split("-")[0]),
            );
            expect.soft(names.has("islands")).toBe(islands > 0);
            const own = [
              "counts",
              "measure",
              "page",
              ...(path === "/gracias" ? ["thanks"] : []),
            ];
            if (!islands) expect.soft([...names].sort()).toEqual(own);
          });

        await test.step("has fieldsets and lists that WebKit draws as other engines do", async () => {
          expect.soft(await drawnOtherwiseInWebKit(page)).toEqual([]);
        });

        await test.step("has only characters that its fonts contain", async () => {
          expect.soft(await missingCharacters(page)).toEqual([]);
        });

        await checkAccessibility(page);
        if (hasControls) await checkTargets(page);
        if (checksFocus) await checkFocus(page);

        await test.step("fits each width, also with wider text spacing", async () => {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            expect.soft(await sideways(page), `${width} px`).toEqual([]);
            if (!SPACED_WIDTHS.includes(width)) continue;
            await spaceText(page);
            expect
              .soft(await sideways(page), `${width} px with wider text spacing`)
              .toEqual([]);
            expect
              .soft(await cutOff(page), `${width} px with wider text spacing`)
              .toEqual([]);
            await removeAddedStyles(page);
          }
        });

        await test.step("prints whole", async () => {
          await page.setViewportSize({ width: PAPER_WIDTH, height: 960 });
          await page.emulateMedia({ media: "print" });
          expect.soft(await printProblems(page)).toEqual([]);
          await expect.soft(page.locator("h1")).toBeVisible();
          await expect
            .soft(
              page.locator(".floating, .nav, form").filter({ visible: true }),
            )
            .toHaveCount(0);
          await page.emulateMedia({ media: null });
        });

        // Last, because it changes dates and pictures.
        if (!otherBrowser(page.context().browser()!))
          for (const width of compared)
            await checkBaseline(page, { lang, path, width }, info);
      },
    );

    if (isFirst)
      test(
        `${url} on a desktop matches its visual baseline`,
        REST,
        async ({ visitPage }, info) => {
          const { page } = await visitPage("desktop", url);
          if (!otherBrowser(page.context().browser()!))
            for (const width of wider)
              await checkBaseline(page, { lang, path, width }, info);
        },
      );

    test(
      `${url} on a phone`,
      firstIf(isFirst && LANDING_PAGES.includes(path)),
      async ({ visitPage }) => {
        const { page, messages, pictures, layoutShifts, hydrationChanges } =
          await visitPage("phone", url);

        await test.step("does not move while fonts and islands arrive", () => {
          expect.soft(layoutShifts).toEqual([]);
        });

        await test.step("loads few bytes of pictures for its first screen", () => {
          const bytes = pictures.reduce((sum, [, size]) => sum + size, 0);
          expect
            .soft(bytes, pictures.join(" "))
            .toBeLessThanOrEqual(PICTURE_BUDGET);
        });

        if (isLinked)
          await test.step("hydrates without a change or a console message", () => {
            expect.soft(hydrationChanges).toEqual([]);
            expect.soft(messages).toEqual([]);
          });

        await checkAccessibility(page);
        if (hasControls) await checkTargets(page);
        if (checksFocus) await checkFocus(page);
      },
    );
  }

function checkBaseline(page: Page, shot: Shot, info: TestInfo): Promise<void> {
  return test.step(`matches the visual baseline ${nameOf(shot)}`, async () => {
    await compareWithBaseline(shot, await takeOpen(page, shot), page, info);
  });
}

function checkAccessibility(page: Page): Promise<void> {
  return test.step("has no accessibility violation", async () => {
    expect.soft(await violations(page)).toEqual([]);
  });
}

function checkTargets(page: Page): Promise<void> {
  return test.step("has targets of at least 24 px, or with enough room", async () => {
    expect.soft(await smallTargets(page)).toEqual([]);
  });
}

function checkFocus(page: Page): Promise<void> {
  return test.step("never hides the focus", async () => {
    const { count, hidden } = await focusEach(page, 120);
    expect.soft(count).toBeGreaterThan(10);
    expect.soft(hidden).toEqual([]);
  });
}
