// An open form as a visitor meets it: by labels and roles.
import { expect, type Page } from "@playwright/test";
import { strings } from "../../../src/gallery/forms.ts";

export type Lang = "es" | "en";

/** What a test does with an open form, by what a visitor sees of it. */
export class FormPage {
  readonly t;
  readonly form;
  constructor(
    readonly page: Page,
    readonly lang: Lang = "es",
  ) {
    this.t = strings[lang];
    this.form = page.locator(".island-form");
  }

  /** Goes to the form and waits until its script has come. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.locator("site-island[state=ready] form[novalidate]")).toBeVisible();
  }

  box(name: "name" | "phone" | "email" | "message") {
    return this.form.getByRole("textbox", { name: this.t.form[name] });
  }

  group(name: "space" | "identity") {
    return this.form.getByRole("radiogroup", { name: this.t.form[name], exact: true });
  }

  get button() {
    return this.form.locator(".form-submit");
  }

  get alert() {
    return this.form.getByRole("alert");
  }

  get status() {
    return this.form.getByRole("status");
  }

  /**
   * Keeps the thanks on the page until the returned function is called: they stand for a moment only before the next
   * page, and a busy machine may look too late.
   */
  async holdThanks(): Promise<() => void> {
    let release = (): void => {};
    const read = new Promise<void>((done) => (release = done));
    await this.page.route(/\/gracias$/, async (route) => {
      await read;
      await route.continue();
    });
    return release;
  }

  /** Fills in whatever the form asks for. */
  async fill(): Promise<void> {
    await this.box("name").fill("Ana López");
    await this.box("phone").fill("984 555 0162");
    await this.box("email").fill("ana@example.com");
    for (const name of ["space", "identity"] as const) {
      if (await this.group(name).count()) await this.group(name).getByRole("radio").first().check();
    }
    if (await this.box("message").count()) await this.box("message").fill("Hola");
  }
}
