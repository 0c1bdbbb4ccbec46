// An open form, found by labels and roles as a visitor finds it.
import { expect, type Page } from "@playwright/test";
import { strings } from "../../../gallery/forms.ts";
import type { Lang } from "../../routes.ts";
import { holdRequests } from "../held-requests.ts";

export { strings };

/** What tests do with an open form. */
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

  /** Goes to the form and waits until its island is ready. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(
      this.page.locator("site-island[state=ready] form[novalidate]"),
    ).toBeVisible();
  }

  box(name: "name" | "phone" | "email" | "message") {
    return this.form.getByRole("textbox", { name: this.t.form[name] });
  }

  group(name: "space" | "identity") {
    return this.form.getByRole("radiogroup", {
      name: this.t.form[name],
      exact: true,
    });
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
   * Holds the thank-you page until the returned function is called. Without it the form shows its own thanks only for a
   * moment before the next page, and a test on a busy machine may miss them.
   */
  holdThanks(): Promise<() => void> {
    return holdRequests(this.page, /\/gracias$/);
  }

  /** Fills in every field that the form has. */
  async fill(): Promise<void> {
    await this.box("name").fill("Ana López");
    await this.box("phone").fill("984 555 0162");
    await this.box("email").fill("ana@example.com");
    for (const name of ["space", "identity"] as const) {
      if (await this.group(name).count())
        await this.group(name).getByRole("radio").first().check();
    }
    if (await this.box("message").count())
      await this.box("message").fill("Hola");
  }
}
