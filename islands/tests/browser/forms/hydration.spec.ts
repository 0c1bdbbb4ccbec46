// The form's script takes over the HTML that stands there.
import { KINDS, type Kind } from "../../../src/forms/kinds.ts";
import { htmlChanges, watchHtml } from "../html-changes.ts";
import { expect, FormPage, test } from "./form-site.ts";

const kinds = Object.keys(KINDS) as Kind[];

for (const kind of kinds) {
  test(`${kind} takes over the HTML without a change or a word`, async ({ page, site }) => {
    const words: string[] = [];
    page.on("console", (message) => void words.push(message.text()));
    page.on("pageerror", (error) => void words.push(error.message));
    await watchHtml(page);
    site.form("/contacto", kind, "es", kind === "unit" ? { unit: "O-301" } : {});
    const form = new FormPage(page);
    await form.open("/contacto");
    const seen = await htmlChanges(page);
    expect(seen.filter((change) => !/attributes (state SITE-ISLAND|novalidate FORM)/.test(change))).toEqual(
      [],
    );
    expect(words).toEqual([]);
  });
}

test("keeps what was typed before the script came", async ({ page, site }) => {
  site.form("/contacto", "contact");
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/assets/islands.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/contacto", { waitUntil: "commit" });
  const form = new FormPage(page);
  await form.box("name").fill("Ana López");
  await form.group("identity").getByRole("radio").nth(1).check();
  release();
  await form.ready();
  await expect(form.box("name")).toHaveValue("Ana López");
  await expect(form.group("identity").getByRole("radio").nth(1)).toBeChecked();
});
