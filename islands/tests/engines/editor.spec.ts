// The editor of texts in another engine than Chromium.
import { eventually, text } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

test(
  "a text is changed, broken and corrected, beside its page",
  REST,
  async ({ visit, edited }) => {
    const { page, problems } = visit;
    await page.setViewportSize({ width: 1280, height: 850 });
    await page.goto(`${edited.origin}/_dev/edit#pages/contacto`);
    const heading = () =>
      document.querySelector("iframe")?.contentDocument?.querySelector("h1")
        ?.textContent;
    await eventually(page, heading).toBe("Díganos qué busca");
    await page.fill('[id="es:data/hero/title"]', "¿Qué busca?");
    await page.click(".bar [type=submit]");
    await eventually(page, heading).toBe("¿Qué busca?");
    expect(problems).toEqual([]);
    await page.fill('[id="es:description"]', "");
    await page.click(".bar [type=submit]");
    await text(page, "[role=alert]").toContain(
      "content/es/contacto.md:3:1: `description` has 0 characters",
    );
    await eventually(page, () => document.activeElement?.role).toBe("alert");
    await page.fill('[id="es:description"]', "Un resumen.");
    await page.press('[id="es:description"]', "Control+s");
    await eventually(
      page,
      () => document.querySelectorAll("[role=alert]").length,
    ).toBe(0);
    await text(page, "[role=status]").toMatch(/^(Guardado|Saved)\.$/);
  },
);
