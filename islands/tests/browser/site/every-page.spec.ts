// What holds for every page in both languages. The tests of one page share a visit on a desktop and one on a phone.
import { ALL_PAGES, inLanguage, LANGS, LINKED_PAGES } from "../../routes.ts";
import { BASELINE_WIDTHS, compareWithBaseline, nameOf, takeOpen } from "../../screenshots/baseline.ts";
import { siteSetting } from "../../site-settings.ts";
import { violations } from "../accessibility.ts";
import { expect, test } from "../test.ts";
import { missingCharacters } from "./font-characters.ts";
import {
  cutOff,
  drawnOtherwiseInWebKit,
  printProblems,
  sideways,
  smallTargets,
  spaceText,
  tabThrough,
} from "./layout-checks.ts";

/** The desktop loads the site as shipped, the phone with preact/debug. */
const DEVICES = ["desktop", "phone"] as const;
/** 640 is 1280 at 200 % zoom; a phone at 200 % would be 195, but WCAG 1.4.10 requires no less than 320. */
const WIDTHS = [320, 390, 640, 768, 1280];
/** The width between the margins of a sheet of letter paper, in CSS pixels. */
const PAPER_WIDTH = 720;
/** Bytes of pictures that a first screen may load. */
const PICTURE_BUDGET = siteSetting("images_first_screen");
/** One page with each kind of control. */
const PAGES_WITH_CONTROLS = ["/", "/inventario", "/contacto", "/inventario/O-301", "/inversionistas"];
/** Pages with parts that could cover the focus. */
const PAGES_WITH_STICKY_PARTS = [...PAGES_WITH_CONTROLS, "/avance-de-obra"];

for (const lang of LANGS)
  for (const path of ALL_PAGES) {
    const url = inLanguage(lang, path);
    const isLinked = LINKED_PAGES.includes(path);
    const hasControls = PAGES_WITH_CONTROLS.includes(path);
    // The focus order does not depend on the language.
    const checkFocus = lang === "es" && PAGES_WITH_STICKY_PARTS.includes(path);

    for (const device of DEVICES)
      test.describe(`${url} on a ${device}`, () => {
        test.describe.configure({ mode: "default" });
        test.slow();

        test("does not move while fonts and islands arrive", async ({ visits }) => {
          expect((await visits.open(device, url)).layoutShifts).toEqual([]);
        });

        // Each layout in one language: what axe checks does not depend on both together.
        if (device === (lang === "es" ? "phone" : "desktop"))
          test("has no accessibility violation", async ({ visits }) => {
            const { page } = await visits.open(device, url);
            expect(await violations(page)).toEqual([]);
          });

        if (hasControls)
          test("has targets of at least 24 px, or with enough room", async ({ visits }) => {
            const { page } = await visits.open(device, url);
            expect(await smallTargets(page)).toEqual([]);
          });

        if (checkFocus)
          test("never hides the focus", async ({ visits }) => {
            const { page } = await visits.open(device, url);
            const { count, hidden } = await tabThrough(page, 120);
            expect(count).toBeGreaterThan(10);
            expect(hidden).toEqual([]);
          });

        if (device === "desktop") {
          if (isLinked)
            test("loads without an error, and only what it needs", async ({ visits }) => {
              const { page, status, messages, failedRequests, scripts } = await visits.open(device, url);
              expect(status).toBe(200);
              expect(messages.filter((message) => /^(error|uncaught):/.test(message))).toEqual([]);
              expect(failedRequests).toEqual([]);
              await expect(page.locator("html")).toHaveAttribute("lang", lang === "es" ? "es-MX" : "en-US");
              const inline = "script:not([src]):not([type='application/json'], [type='application/ld+json'])";
              await expect(page.locator(inline)).toHaveCount(0);
              await expect(page.locator("[style]")).toHaveCount(0);
              const islands = await page.locator("site-island").count();
              const names = new Set(scripts.map((script) => script.split("-")[0]));
              expect(names.has("islands")).toBe(islands > 0);
              if (!islands) expect([...names]).toEqual(["page"]);
            });

          test("has fieldsets and lists that WebKit draws as other engines do", async ({ visits }) => {
            const { page } = await visits.open(device, url);
            expect(await drawnOtherwiseInWebKit(page)).toEqual([]);
          });

          test("has only characters that its fonts contain", async ({ visits }) => {
            const { page } = await visits.open(device, url);
            expect(await missingCharacters(page)).toEqual([]);
          });

          test("fits each width, also with wider text spacing", async ({ visits }) => {
            const { page } = await visits.open(device, url);
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

          test("prints whole", async ({ visits }) => {
            const { page } = await visits.open(device, url);
            await page.setViewportSize({ width: PAPER_WIDTH, height: 960 });
            await page.emulateMedia({ media: "print" });
            expect(await printProblems(page)).toEqual([]);
            await expect(page.locator("h1")).toBeVisible();
            await expect(page.locator(".floating, .nav, form").filter({ visible: true })).toHaveCount(0);
          });

          for (const width of BASELINE_WIDTHS[lang]) {
            const shot = { lang, path, width };
            test(`matches the visual baseline ${nameOf(shot)}`, async ({ visits }, info) => {
              const { page } = await visits.open(device, url);
              await compareWithBaseline(shot, await takeOpen(page, shot), page, info);
            });
          }
        }

        if (device === "phone") {
          test("loads few bytes of pictures for its first screen", async ({ visits }) => {
            const { pictures } = await visits.open(device, url);
            const bytes = pictures.reduce((sum, [, size]) => sum + size, 0);
            expect(bytes, pictures.join(" ")).toBeLessThanOrEqual(PICTURE_BUDGET);
          });

          if (isLinked)
            test("hydrates without a change or a console message", async ({ visits }) => {
              const { hydrationChanges, messages } = await visits.open(device, url);
              expect(hydrationChanges).toEqual([]);
              expect(messages).toEqual([]);
            });
        }
      });
  }
