// Hydration of the form: the prerendered HTML stays as it is.
import { FIELDS } from "../../../src/forms/kinds.ts";
import type { Kind } from "../../../src/types.ts";
import { holdRequests } from "../held-requests.ts";
import { htmlChanges, watchHtml } from "../html-changes.ts";
import { expect, FormPage, test } from "./form-site.ts";

const kinds = Object.keys(FIELDS) as Kind[];

for (const kind of kinds) {
  test(`${kind} hydrates without a change or a console message`, async ({
    page,
    site,
  }) => {
    const messages: string[] = [];
    page.on("console", (message) => void messages.push(message.text()));
    page.on("pageerror", (error) => void messages.push(error.message));
    await watchHtml(page);
    site.form(
      "/contacto",
      kind,
      "es",
      kind === "unit" ? { unit: "O-301" } : {},
    );
    const form = new FormPage(page);
    await form.open("/contacto");
    const seen = await htmlChanges(page);
    expect(
      seen.filter(
        (change) =>
          !/attributes (state SITE-ISLAND|novalidate FORM)/.test(change),
      ),
    ).toEqual([]);
    expect(messages).toEqual([]);
  });
}

test("keeps what was typed before the script arrived", async ({
  page,
  site,
}) => {
  site.form("/contacto", "contact");
  const release = await holdRequests(page, "**/assets/islands.js");
  await page.goto("/contacto", { waitUntil: "commit" });
  const form = new FormPage(page);
  await form.box("name").fill("Ana López");
  await form.group("identity").getByRole("radio").nth(1).check();
  release();
  await form.ready();
  await expect(form.box("name")).toHaveValue("Ana López");
  await expect(form.group("identity").getByRole("radio").nth(1)).toBeChecked();
});
