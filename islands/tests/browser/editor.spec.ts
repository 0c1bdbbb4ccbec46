// What an editor does at `/_dev/edit`: change a text and see it, break it and correct it, and save over a file that
// somebody else has changed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violations } from "./accessibility.ts";
import { expect, test as base } from "./test.ts";
import { REST } from "../tiers.ts";

const test = base.extend<{
  read: (file: string) => string;
  write: (file: string, text: string) => void;
}>({
  baseURL: async ({ edited }, use) => use(edited.origin),
  read: async ({ edited: { project } }, use) =>
    use((file) => readFileSync(join(project.root, file), "utf8")),
  write: async ({ edited: { project } }, use) =>
    use((file, text) => project.write(file, () => text)),
});
// One project serves all tests.
test.describe.configure({ mode: "default" });
test.use({ serviceWorkers: "block" });
// Other tests of this worker edit the same project, and must not meet the build of what is restored here.
test.afterAll(async ({ edited: { origin, project } }) => {
  const published = async () => (await fetch(`${origin}/contacto`)).text();
  project.restore("content");
  // Its title, which other places of the page have, too, and its description.
  await expect.poll(published).toMatch(/<h1[^>]*>Díganos qué busca/);
  await expect.poll(published).not.toContain("Un resumen.");
  const questions = async () =>
    (await fetch(`${origin}/inversionistas`)).text();
  await expect.poll(questions).not.toContain("¿es: uno?");
});

const SPANISH = "content/es/contacto.md";
const TITLE = "es:data/hero/title";

const control = (page: Page, id: string) => page.locator(`[id="${id}"]`);
const save = (page: Page) =>
  page.getByRole("button", { name: "Guardar" }).click();
const status = (page: Page) => page.getByRole("status");
const alert = (page: Page) => page.locator("main [role=alert]");

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`/_dev/edit#${hash}`);
  await expect(page.getByRole("button", { name: "Guardar" })).toBeVisible();
}

test("a text is changed, broken and corrected, beside its page", async ({
  page,
  read,
}) => {
  const before = read(SPANISH);
  await page.setViewportSize({ width: 1280, height: 850 });
  await open(page, "pages/contacto");
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(
    "Díganos qué busca",
  );
  await control(page, TITLE).fill("Cuéntenos: ¿qué busca?");
  await save(page);
  await expect(status(page)).toHaveText("Guardado.");
  const saved = before.replace(
    "title: Díganos qué busca",
    'title: "Cuéntenos: ¿qué busca?"',
  );
  expect(read(SPANISH)).toBe(saved);
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(
    "Cuéntenos: ¿qué busca?",
  );

  const description = control(page, "es:description");
  await description.fill("x".repeat(161));
  await save(page);
  const message =
    "content/es/contacto.md:3:1: `description` has 161 characters: write 1 to 160";
  await expect(alert(page)).toContainText(message);
  await expect(alert(page)).toBeFocused();
  expect(read(SPANISH)).toBe(saved);
  await expect(description).toHaveAttribute("aria-invalid", "true");
  await expect(description).toHaveAccessibleDescription(
    new RegExp(message.slice(-40)),
  );
  await page.getByRole("button", { name: "Ir al campo" }).click();
  await expect(description).toBeFocused();
  // The site's own tests check the page in the preview.
  await page.getByText("Vista previa", { exact: true }).click();
  expect(await violations(page)).toEqual([]);

  await description.fill("Un resumen.");
  await page.keyboard.press("Control+s");
  await expect(status(page)).toHaveText("Guardado.");
  await expect(alert(page)).toHaveCount(0);
  expect(read(SPANISH)).toBe(
    saved.replace(/description: .*/, "description: Un resumen."),
  );
});

test(
  "a file that somebody else changed is not replaced, and both texts show",
  REST,
  async ({ page, read, write }) => {
    await open(page, "pages/contacto");
    const before = read(SPANISH);
    await control(page, TITLE).fill("Lo mío");
    await control(page, "en:data/hero/title").fill("Mine");
    const theirs = before
      .replace(/^    title: .*$/m, "    title: Lo de otra persona")
      .replace(/lead: .*/, "lead: Otra entrada.");
    write(SPANISH, theirs);
    await save(page);
    await expect(alert(page)).toContainText(
      "el archivo cambió mientras usted escribía",
    );
    expect(read(SPANISH)).toBe(theirs);
    // What was typed stays, and the other changes of the file are in the form.
    await expect(control(page, TITLE)).toHaveValue("Lo mío");
    await expect(control(page, "en:data/hero/title")).toHaveValue("Mine");
    await expect(control(page, "es:data/hero/lead")).toHaveValue(
      "Otra entrada.",
    );
    await expect(control(page, TITLE)).toHaveAccessibleDescription(
      /Lo de otra persona/,
    );
    await expect(
      page.getByRole("button", { name: "Usar el del archivo" }),
    ).toHaveCount(1);
    await save(page);
    await expect(status(page)).toHaveText("Guardado.");
    expect(read(SPANISH)).toBe(theirs.replace("Lo de otra persona", "Lo mío"));
    expect(read("content/en/contacto.md")).toContain("    title: Mine\n");
  },
);

test(
  "a question is added in both languages on a phone, and a page is created",
  REST,
  async ({ page, read }) => {
    await page.setViewportSize({ width: 390, height: 850 });
    await open(page, "pages/contacto");
    await page
      .getByLabel("Qué quiere editar")
      .selectOption("pages/inversionistas:data/faq");
    const questions = page.getByRole("group", { name: "Preguntas frecuentes" });
    await expect(questions).toBeFocused();
    const files = [
      "content/es/inversionistas.md",
      "content/en/inversionistas.md",
    ];
    const before = files.map(read);
    await questions.getByRole("button", { name: "Agregar: Elementos" }).click();
    for (const lang of ["es", "en"]) {
      await control(page, `${lang}:data/faq/items/10/question`).fill(
        `¿${lang}: uno?`,
      );
      await control(page, `${lang}:data/faq/items/10/answer`).fill(
        "Uno.\n\nDos.",
      );
    }
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBe(390);
    await save(page);
    await expect(status(page)).toHaveText("Guardado.");
    const item = (file: string): string =>
      `      - question: "¿${file.split("/")[1]}: uno?"\n        answer: |-\n          Uno.\n\n          Dos.\n`;
    files.forEach((file, index) => {
      expect(read(file)).toBe(
        before[index]!.replace(/(?=^ {2}note:)/m, item(file)),
      );
    });

    // It moves up, together with what it is; the focus goes with it.
    await questions.getByRole("button", { name: "Subir: Elemento 11" }).focus();
    await page.keyboard.press("Enter");
    await expect(
      questions.getByRole("button", { name: "Subir: Elemento 10" }),
    ).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(
      questions.getByRole("button", { name: "Subir: Elemento 9" }),
    ).toBeFocused();
    await expect(control(page, "es:data/faq/items/8/answer")).toHaveValue(
      "Uno.\n\nDos.",
    );
    await save(page);
    await expect(status(page)).toHaveText("Guardado.");
    files.forEach((file, index) => {
      const questions = before[index]!.split(/(?=^ {6}- question:)/m);
      expect(read(file)).toBe(
        [...questions.slice(0, 9), item(file), ...questions.slice(9)].join(""),
      );
    });
    for (let press = 0; press < 2; press += 1)
      await questions
        .getByRole("button", { name: `Bajar: Elemento ${9 + press}` })
        .click();
    await questions
      .getByRole("button", { name: "Quitar: Elemento 11" })
      .click();
    await save(page);
    await expect(status(page)).toHaveText("Guardado.");
    expect(files.map(read)).toEqual(before);

    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("button", { name: "New page" }).click();
    const name = page.getByLabel("Address of the page");
    await name.fill("Nueva");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText(
      "lower-case letters",
    );
    await name.fill("nueva");
    await page.keyboard.press("Enter");
    await expect(control(page, "es:title")).toHaveValue("nueva");
    await page.getByText("Publication and other settings").click();
    await expect(control(page, "en:draft")).toBeChecked();
    // Every field that the loader knows has a name.
    const labels = await page.locator("details label").allInnerTexts();
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter((label) => /^[a-z_]+\s/.test(label))).toEqual([]);
  },
);
