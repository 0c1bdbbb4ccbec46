// Not a test: does tasks of the editors' manuals (docs/editors.*.md) and takes their pictures.
// `make montage` writes docs/images/editing/.
import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../browser/test.ts";
import type { Lang } from "../routes.ts";

const FOLDER = "../docs/images/editing";
const MONTH = "2025-07";
const SIZE = { width: 1280, height: 800 };

const WORDS = {
  es: { save: "Guardar", month: "Mes nuevo", create: "Crear como borrador" },
  en: { save: "Save", month: "New month", create: "Create as a draft" },
};

test.use({ serviceWorkers: "block" });
// The second language finds what the first has done.
test.describe.configure({ mode: "serial" });

for (const lang of ["es", "en"] as const)
  test(`pictures of the manual in ${lang}`, async ({
    browser,
    edited: { origin, project },
  }) => {
    const words = WORDS[lang];
    const page = await browser.newPage({
      viewport: SIZE,
      locale: lang === "es" ? "es-MX" : "en-US",
    });
    mkdirSync(FOLDER, { recursive: true });
    project.write("site.yaml", (text) =>
      text.replace("to: 2025-06", "to: 2025-12"),
    );

    await page.goto(`${origin}/_dev/edit#pages/oficinas-lujo`);
    await expect(
      page.frameLocator("iframe").getByRole("heading", { level: 1 }),
    ).toBeVisible();
    await take(page, "form", lang);

    await page.locator(`[id="${lang}:description"]`).fill("x".repeat(161));
    await page.getByRole("button", { name: words.save }).click();
    await expect(page.locator("main [role=alert]")).toBeVisible();
    await take(page, "problem", lang);
    await page.close();

    const months = await browser.newPage({
      viewport: SIZE,
      locale: lang === "es" ? "es-MX" : "en-US",
    });
    await months.goto(`${origin}/_dev/edit#pages/avance-de-obra`);
    if (lang === "es") {
      await months.getByRole("button", { name: words.month }).click();
      await months.locator("#new-month-name").fill(MONTH);
      await months.getByRole("button", { name: words.create }).click();
    } else
      await months.goto(`${origin}/_dev/edit#months/avance-de-obra/${MONTH}`);
    await expect(months.locator('[id="es:stage"]')).toBeVisible();
    await expect(
      months.frameLocator("iframe").getByRole("heading", { level: 1 }),
    ).toBeVisible();
    await take(months, "month", lang);
    await months.close();
  });

/** A picture of what the editor's window shows. */
async function take(page: Page, name: string, lang: Lang): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const file = `${FOLDER}/${name}-${lang}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);
}
