// The HTML of a form, which is complete without script and which hydration does not change.
import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { resetEach, kinds, root } from "../../tests/unit/form-fixture.tsx";
import { LANGS } from "../../tests/unit/island-harness.tsx";
import { FIELDS, OPTIONAL, optionsOf } from "./kinds.ts";
import { formProps, strings } from "../../gallery/forms.ts";

resetEach();

describe.each(LANGS)("the HTML without script, in %s", (lang) => {
  it.each(kinds)("%s is a complete form", (kind) => {
    document.body.innerHTML = renderToString(root(formProps(kind, lang)));
    const form = document.querySelector("form")!;
    expect(form).toHaveAttribute("method", "post");
    expect(form).toHaveAttribute("action", "/api/leads");
    expect(form.noValidate).toBe(false);
    expect(screen.getByRole("form")).toHaveAccessibleName(
      strings[lang].form.titles[kind],
    );

    const values = Object.fromEntries(new FormData(form));
    expect(values).toMatchObject({
      form: kind,
      lang,
      unit: "",
      website: "",
      notice_version: "2025-03-21",
    });
    expect(values.page).toBe(lang === "es" ? "/contacto" : "/en/contacto");
    expect(values.marketing).toBeUndefined();

    const fields = FIELDS[kind];
    const named = new Set(
      [...form.elements]
        .map((control) => (control as HTMLInputElement).name)
        .filter(Boolean),
    );
    expect([...named]).toEqual([
      ...["form", "lang", "page", "unit", "notice_version"],
      ...[...fields, "website", "marketing"],
    ]);
    for (const control of form.querySelectorAll<HTMLInputElement>(
      "input, textarea",
    )) {
      const required =
        (fields as string[]).includes(control.name) &&
        !OPTIONAL.has(control.name);
      expect(control.required, control.name).toBe(required);
      if (control.type === "hidden") continue;
      const label = control.labels![0]!.textContent!;
      expect(label, control.name).toBeTruthy();
      expect(label).not.toContain("form.");
    }
    const offered = [
      ...form.querySelectorAll<HTMLInputElement>("[name=identity]"),
    ].map((radio) => radio.value);
    expect(offered).toEqual(optionsOf(strings[lang], kind).identity);
    expect(values.space).toBe(formProps(kind, lang).space);
  });

  it("hides the honeypot field from people", () => {
    document.body.innerHTML = renderToString(root(formProps("contact", lang)));
    const honeypot =
      document.querySelector<HTMLInputElement>("[name=website]")!;
    expect(honeypot.tabIndex).toBe(-1);
    expect(honeypot).toHaveAttribute("autocomplete", "off");
    expect(honeypot.closest("[aria-hidden=true]")).not.toBeNull();
  });

  it("shows the values and errors of a refused post", () => {
    const values = {
      name: "Ana",
      phone: "98",
      email: "x",
      space: "local",
      identity: "director",
      message: "a\n<b>",
    };
    const errors = { phone: "Número", email: "Correo" };
    document.body.innerHTML = renderToString(
      root(formProps("contact", lang, { values, errors })),
    );
    expect(
      Object.fromEntries(new FormData(document.querySelector("form")!)),
    ).toMatchObject(values);
    const phone = document.querySelector("[name=phone]")!;
    expect(phone).toHaveAttribute("aria-invalid", "true");
    expect(phone).toHaveAccessibleDescription(
      expect.stringContaining("Número"),
    );
    expect(document.querySelector("[name=name]")).not.toHaveAttribute(
      "aria-invalid",
    );
  });
});

describe("hydration", () => {
  it.each(kinds)(
    "%s keeps what was typed before the script started, and changes nothing else",
    (kind) => {
      const props = formProps(kind, "es");
      const host = document.body.appendChild(document.createElement("div"));
      host.innerHTML = renderToString(root(props));
      const before = host.innerHTML;
      host.querySelector<HTMLInputElement>("[name=name]")!.value = "Ana";
      const { container } = render(root(props), {
        container: host,
        hydrate: true,
      });
      expect(
        container.querySelector<HTMLInputElement>("[name=name]")!.value,
      ).toBe("Ana");
      expect(container.innerHTML.replace(/ novalidate(="")?/, "")).toBe(before);
      expect(container.querySelector("form")!.noValidate).toBe(true);
      host.remove();
    },
  );
});
