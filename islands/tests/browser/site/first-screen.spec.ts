// What a phone with three dots a pixel downloads in pictures before anybody scrolls, held to site.yaml's budget.
import { readFileSync } from "node:fs";
import { PAGES, UNIT_PAGES, expect, inLanguage, test } from "./site.ts";

const settings = readFileSync(new URL("../../../../site.yaml", import.meta.url), "utf8");
const BUDGET = Number(/^ {2}images_first_screen: (\d+)/m.exec(settings)![1]);

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true });

for (const lang of ["es", "en"] as const) {
  for (const path of [...PAGES, ...UNIT_PAGES]) {
    const url = inLanguage(lang, path);
    test(`${url} shows its first screen with few bytes of pictures`, async ({ page }) => {
      const pictures: Promise<[string, number]>[] = [];
      page.on("requestfinished", (request) => {
        if (request.resourceType() !== "image") return;
        const name = request.url().replace(/.*\//, "");
        pictures.push(request.sizes().then(({ responseBodySize }) => [name, responseBodySize]));
      });
      await page.goto(url, { waitUntil: "networkidle" });
      const loaded = await Promise.all(pictures);
      const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
      expect(bytes, loaded.join(" ")).toBeLessThanOrEqual(BUDGET);
    });
  }
}

test("a page's picture is loaded where it is seen, and counted", async ({ page }) => {
  const sizes: number[] = [];
  page.on("requestfinished", async (request) => {
    if (request.resourceType() === "image") sizes.push((await request.sizes()).responseBodySize);
  });
  await page.goto("/caracteristicas");
  await page.locator("picture").first().scrollIntoViewIfNeeded();
  await expect.poll(() => sizes.some((size) => size > 10_000)).toBe(true);
});
