// The targets of links within pages (S3): each is right below the header, also when fonts, pictures and islands arrive after
// the browser has scrolled there, and whether the header is compact or not when the visitor follows the link.
import type { Page } from "@playwright/test";
import { inLanguage, LANGS, type Lang } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { nextFrame } from "../frames.ts";
import { holdRequests } from "../held-requests.ts";
import { expect, test } from "../test.ts";

/** Pages of each kind, with targets on them. */
const TARGETS: [path: string, ids: string[]][] = [
  ["/", ["contact", "disponibilidad", "amenities"]],
  ["/oficinas-lujo", ["amenities", "disponibilidad", "contact"]],
  ["/inversionistas", ["inversion", "precios", "preguntas"]],
  ["/inventario", ["disponibilidad"]],
  ["/inventario/O-305", ["contact", "pagos"]],
  ["/avance-de-obra", ["m2025-02", "m2023-01"]],
  ["/aviso-de-privacidad", ["responsible"]],
];
/** The pages of the first tier: with a selector that arrives late, below a plan, and below months that stay. */
const FIRST_PATHS = ["/", "/inventario/O-305", "/avance-de-obra"];
/** In the first tier the phone in one language: the others differ in texts, or have a higher header. */
const SCREENS: { width: number; height: number; first: Lang[] }[] = [
  { width: 390, height: 844, first: ["es"] },
  { width: 1280, height: 800, first: [] },
];
/** The largest distance between the header, or the months that stay below it, and a target. */
const MOST = 32;

/** The distance between the header and the target, in pixels; negative when the target is partly covered. */
function distance(page: Page, id: string): Promise<number> {
  return page.evaluate((id) => {
    const target = document.getElementById(id)!;
    const months =
      target.closest(".entry") && document.querySelector(".months");
    const covers = [
      document.querySelector("header.header")!,
      ...(months ? [months] : []),
    ].filter((element) =>
      ["fixed", "sticky"].includes(getComputedStyle(element).position),
    );
    const bottom = Math.max(
      ...covers.map((element) => element.getBoundingClientRect().bottom),
    );
    return Math.round(target.getBoundingClientRect().top - bottom);
  }, id);
}

async function expectBelowHeader(page: Page, id: string): Promise<void> {
  const name = `${page.url()} at ${page.viewportSize()!.width} px`;
  await expect.poll(() => distance(page, id), name).toBeGreaterThanOrEqual(0);
  await expect.poll(() => distance(page, id), name).toBeLessThanOrEqual(MOST);
}

for (const lang of LANGS)
  for (const { width, height, first } of SCREENS)
    for (const [path, ids] of TARGETS) {
      const name = `the targets of ${inLanguage(lang, path)} are right below the header at ${width} px`;
      const isFirst = first.includes(lang) && FIRST_PATHS.includes(path);
      test(name, firstIf(isFirst), async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const id of ids) {
          await page.goto("about:blank");
          const release = await holdRequests(
            page,
            /\.(woff2|avif|webp|jpg|png|js)$/,
          );
          await page.goto(`${inLanguage(lang, path)}#${id}`, {
            waitUntil: "commit",
          });
          await page.locator("footer").waitFor();
          await nextFrame(page);
          release();
          await page.waitForLoadState("load");
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await nextFrame(page);
          await expectBelowHeader(page, id);

          // From the top, where the header is high, and from the end, where it is compact.
          for (const from of [0, 100_000]) {
            await page.evaluate((top) => scrollTo(0, top), from);
            await nextFrame(page);
            await page.evaluate((id) => {
              const link = Object.assign(document.createElement("a"), {
                href: `#${id}`,
              });
              document.body.append(link);
              link.click();
              link.remove();
            }, id);
            await expectBelowHeader(page, id);
          }
        }
      });
    }
