// The return estimate on the page for investors: by keyboard, accessible when filled in, and hidden without JavaScript.
import { inLanguage, LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { expect, test } from "../test.ts";

const TYPED = {
  rent: "$ 350,50",
  occupancy: "80 %",
  purchase: "6",
  maintenance: "3500",
  property_tax: "0,1",
};

const WIDTHS = [390, 1280];

for (const lang of LANGS) {
  const url = inLanguage(lang, "/inversionistas");

  for (const width of WIDTHS) {
    test(
      `${url} computes with what is typed at ${width} px`,
      firstIf(lang === "es" && width === 390),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 850 });
        await page.goto(url);
        const form = page.locator(".estimate-form");
        await expect(form).toBeVisible();
        await form.locator("select").selectOption("O-301");
        await expect(form.locator("[name=area]")).toHaveValue("125.28");
        for (const [name, value] of Object.entries(TYPED)) {
          // The developer's fee is in the field already, and is replaced.
          await form.locator(`[name=${name}]`).focus();
          await page.keyboard.press("ControlOrMeta+A");
          await page.keyboard.type(value);
        }
        const price = Number(
          (await form.locator("[name=price]").inputValue()).replaceAll(",", ""),
        );
        const collected = Math.round(125.28 * 350.5 * 12 * 80) / 100;
        const spent = Math.round(3500 * 12 * 100 + price * 0.1) / 100;
        const cost = price * 1.22;
        const shown = async (name: string): Promise<number> => {
          const text = await form
            .locator(`[data-result=${name}]`)
            .textContent();
          return Number(text!.replace(/[^\d.-]/g, ""));
        };
        expect(await shown("collected")).toBeCloseTo(collected, 1);
        expect(await shown("spent")).toBeCloseTo(spent, 1);
        expect(await shown("net")).toBeCloseTo(collected - spent, 1);
        expect(await shown("net_rate")).toBeCloseTo(
          ((collected - spent) / cost) * 100,
          1,
        );
        await expect(form.locator("output")).toHaveAttribute(
          "aria-live",
          "polite",
        );
        expect(await violations(page, { include: ".estimate" })).toEqual([]);
        const send = form.locator("[data-actions] a");
        await send.evaluate((link) =>
          link.addEventListener("click", (event) => event.preventDefault()),
        );
        await send.click();
        const text = new URL(
          (await send.getAttribute("href"))!,
        ).searchParams.get("text")!;
        expect(text).toContain("$ 350,50");
        expect(text).toContain(
          (await form.locator("[data-result=net]").textContent())!,
        );
        await page.emulateMedia({ media: "print" });
        await page.evaluate(() => {
          window.print = () => {
            const isShown = (selector: string) =>
              [...document.querySelectorAll(selector)].some((element) =>
                element.checkVisibility(),
              );
            document.title = String([
              isShown("#pagos"),
              isShown("[name=rent]"),
              isShown(".estimate-result dl"),
            ]);
          };
        });
        await form
          .locator("[data-actions] button")
          .evaluate((button: HTMLElement) => button.click());
        await expect(page).toHaveTitle("false,true,true");
        await page.emulateMedia({ media: "screen" });
        await form.locator("[name=rent]").fill("cien");
        await expect(send).toBeHidden();
        await expect(form.locator("[name=rent]")).toHaveAccessibleDescription(
          /1,250\.50/,
        );
        await form.locator("[type=reset]").click();
        await expect(form.locator("[name=rent]")).toHaveValue("");
        await expect(form.locator("[data-result=net]")).toHaveText("–");
      },
    );
  }

  test(
    `${url} shows the formula without JavaScript, and no control`,
    firstIf(lang === "es"),
    async ({ browser }) => {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        baseURL: process.env.SITE_URL,
      });
      const page = await context.newPage();
      await page.goto(url);
      await expect(page.locator(".estimate-form")).toBeHidden();
      await expect(page.locator(".estimate-formula")).toBeVisible();
      await expect(page.locator(".estimate noscript p")).toBeVisible();
      await page.locator("#pagos summary").first().click();
      await expect(page.locator("#pagos table").first()).toBeVisible();
      await context.close();
    },
  );
}
