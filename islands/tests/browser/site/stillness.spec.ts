// Nothing moves while a page arrives (CLS 0): not when the fonts come late, not when the islands wake.
import { expect, inLanguage, test, wakeUp } from "./site.ts";

/** One page of each template, and both of those whose lines break otherwise. */
const TEMPLATES = [
  "/",
  "/oficinas-lujo",
  "/locales-comerciales",
  "/inventario",
  "/inversionistas",
  "/avance-de-obra",
  "/contacto",
  "/gracias",
  "/brochure",
  "/aviso-de-privacidad",
  "/caracteristicas",
  "/inventario/O-301",
  "/no-existe",
];

for (const lang of ["es", "en"] as const)
  for (const path of TEMPLATES)
    test(`${inLanguage(lang, path)} stands still`, async ({ page }) => {
      test.slow();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        let release = (): void => {};
        const late = new Promise<void>((done) => (release = done));
        await page.route("**/*.woff2", async (route) => {
          await late;
          await route.continue();
        });
        await page.addInitScript(() => {
          const moves: string[] = [];
          Object.assign(window, { moves });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as LayoutShift[])
              for (const { node, previousRect, currentRect } of entry.sources)
                // The header answers scrolling (S6): its parts move because the visitor does.
                if (!node?.parentElement?.closest(".header"))
                  moves.push(
                    `${(node as Element | null)?.outerHTML?.slice(0, 120)}: ${previousRect.y} to ${currentRect.y}`,
                  );
          }).observe({ type: "layout-shift", buffered: true });
        });
        await page.goto(inLanguage(lang, path), { waitUntil: "domcontentloaded" });
        // Painted with the faces at hand, then the fonts come.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
        release();
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await wakeUp(page);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        expect(
          await page.evaluate(() => (window as unknown as { moves: string[] }).moves),
          `${width} px`,
        ).toEqual([]);
        await page.unroute("**/*.woff2");
      }
    });

/** As the browser gives it; TypeScript's library does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
