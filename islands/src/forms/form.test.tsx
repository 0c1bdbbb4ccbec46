import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IslandRoot } from "../island.tsx";
import LeadForm, { type FormProps } from "./index.tsx";
import { storeTracking } from "../page/tracking.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { TIME_OUT } from "./send.ts";
import { formProps, strings } from "../gallery/forms.ts";
import { THANKS } from "./use-lead-form.ts";

const langs = ["es", "en"] as const;
const kinds = Object.keys(KINDS) as Kind[];

const root = (props: FormProps) => <IslandRoot component={LeadForm as never} props={props} />;

interface Post {
  url: string;
  body: Record<string, unknown>;
}

/** Posts seen, and the answers to give in turn: a status with a body, or an error to throw. */
let posts: Post[];
let answers: (readonly [number, unknown] | Error | "never")[];

beforeEach(() => {
  posts = [];
  answers = [];
  history.replaceState(null, "", "/contacto");
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    posts.push({ url, body: JSON.parse(init.body as string) as Post["body"] });
    const answer = answers.shift() ?? ([200, { reference: "abc", message: "ok" }] as const);
    if (answer === "never") {
      return new Promise((_, reject) =>
        init.signal!.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    }
    if (answer instanceof Error) return Promise.reject(answer);
    const [status, body] = answer;
    return Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
  });
});

afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function online(value: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(value);
}

function show(kind: Kind, lang: "es" | "en" = "es", more: Partial<FormProps> = {}) {
  const t = strings[lang];
  const user = userEvent.setup();
  const view = render(root(formProps(kind, lang, more)));
  const form = view.container.querySelector("form")!;
  const box = (name: "name" | "phone" | "email" | "message"): HTMLInputElement =>
    screen.getByRole("textbox", { name: new RegExp(`^${t.form[name]}`) });
  const group = (name: "space" | "identity") => screen.getByRole("radiogroup", { name: t.form[name] });
  const button = () => form.querySelector<HTMLButtonElement>(".form-submit")!;
  const fill = async (message = "Hola") => {
    await user.type(box("name"), "Ana López");
    await user.type(box("phone"), "984 555 0162");
    await user.type(box("email"), "ana@example.com");
    const { fields } = KINDS[kind];
    if (fields.includes("space")) await user.click(within(group("space")).getAllByRole("radio")[0]!);
    await user.click(within(group("identity")).getAllByRole("radio")[0]!);
    if (fields.includes("message")) await user.type(box("message"), message);
  };
  const send = () => user.click(button());
  return { ...view, t, user, form, box, group, button, fill, send };
}

describe.each(langs)("the HTML without script, in %s", (lang) => {
  it.each(kinds)("%s is a whole form", (kind) => {
    document.body.innerHTML = renderToString(root(formProps(kind, lang)));
    const form = document.querySelector("form")!;
    expect(form).toHaveAttribute("method", "post");
    expect(form).toHaveAttribute("action", "/api/leads");
    expect(form.noValidate).toBe(false);
    expect(screen.getByRole("form")).toHaveAccessibleName(strings[lang].form.titles[kind]);

    const values = Object.fromEntries(new FormData(form));
    expect(values).toMatchObject({
      form: kind,
      lang,
      key: "",
      unit: "",
      website: "",
      notice_version: "2025-03-21",
    });
    expect(values.page).toBe(lang === "es" ? "/contacto" : "/en/contacto");
    expect(values.marketing).toBeUndefined();

    const { fields, identities, space } = KINDS[kind];
    const named = new Set(
      [...form.elements].map((control) => (control as HTMLInputElement).name).filter(Boolean),
    );
    expect([...named]).toEqual([
      ...["form", "lang", "page", "unit", "key", "notice_version"],
      ...[...fields, "website", "marketing"],
    ]);
    for (const control of form.querySelectorAll<HTMLInputElement>("input, textarea")) {
      const required = (fields as string[]).includes(control.name) && control.name !== "message";
      expect(control.required, control.name).toBe(required);
      if (control.type === "hidden") continue;
      const label = control.labels![0]!.textContent!;
      expect(label, control.name).toBeTruthy();
      expect(label).not.toContain("form.");
    }
    const offered = [...form.querySelectorAll<HTMLInputElement>("[name=identity]")].map(
      (radio) => radio.value,
    );
    expect(offered).toEqual(identities);
    expect(values.space).toBe(space);
  });

  it("keeps the trap from people", () => {
    document.body.innerHTML = renderToString(root(formProps("contact", lang)));
    const trap = document.querySelector<HTMLInputElement>("[name=website]")!;
    expect(trap.tabIndex).toBe(-1);
    expect(trap).toHaveAttribute("autocomplete", "off");
    expect(trap.closest("[aria-hidden=true]")).not.toBeNull();
  });

  it("shows a refused post: what was typed and what is wrong with it", () => {
    const values = {
      name: "Ana",
      phone: "98",
      email: "x",
      space: "local",
      identity: "director",
      message: "a\n<b>",
    };
    const errors = { phone: "Número", email: "Correo" };
    document.body.innerHTML = renderToString(root(formProps("contact", lang, { values, errors })));
    expect(Object.fromEntries(new FormData(document.querySelector("form")!))).toMatchObject(values);
    const phone = document.querySelector("[name=phone]")!;
    expect(phone).toHaveAttribute("aria-invalid", "true");
    expect(phone).toHaveAccessibleDescription(expect.stringContaining("Número"));
    expect(document.querySelector("[name=name]")).not.toHaveAttribute("aria-invalid");
  });
});

describe("hydration", () => {
  it.each(kinds)("%s keeps what was typed before the script came, and changes nothing else", (kind) => {
    const props = formProps(kind, "es");
    const host = document.body.appendChild(document.createElement("div"));
    host.innerHTML = renderToString(root(props));
    const before = host.innerHTML;
    host.querySelector<HTMLInputElement>("[name=name]")!.value = "Ana";
    const { container } = render(root(props), { container: host, hydrate: true });
    expect(container.querySelector<HTMLInputElement>("[name=name]")!.value).toBe("Ana");
    expect(container.innerHTML.replace(/ novalidate(="")?/, "")).toBe(before);
    expect(container.querySelector("form")!.noValidate).toBe(true);
    host.remove();
  });
});

describe.each(langs)("checking, in %s", (lang) => {
  it("says to the letter what is missing, beside each field, and goes to the first", async () => {
    const { t, box, group, send } = show("contact", lang);
    await send();
    const { validation } = t;
    expect(box("name")).toHaveAccessibleDescription(validation.name_required);
    expect(box("phone")).toHaveAccessibleDescription(`${t.form.phone_hint} ${validation.phone_required}`);
    expect(box("email")).toHaveAccessibleDescription(validation.email_required);
    expect(group("space")).toHaveAccessibleDescription(validation.space_required);
    expect(group("identity")).toHaveAccessibleDescription(validation.identity_required);
    for (const control of [box("name"), box("phone"), box("email"), group("space"), group("identity")]) {
      expect(control).toHaveAttribute("aria-invalid", "true");
    }
    expect(box("message")).not.toHaveAttribute("aria-invalid");
    expect(box("name")).toHaveFocus();
    expect(posts).toEqual([]);
  });

  it("goes to the first answer of a group that is missing", async () => {
    const { box, group, user, send } = show("contact", lang);
    await user.type(box("name"), "Ana");
    await user.type(box("phone"), "9845550162");
    await user.type(box("email"), "ana@example.com");
    await send();
    await waitFor(() => expect(within(group("space")).getAllByRole("radio")[0]).toHaveFocus());
  });

  it("waits until a field is left, and leaves alone one that was only passed by", async () => {
    const { t, box, user } = show("contact", lang);
    await user.click(box("name"));
    await user.tab();
    expect(box("name")).not.toHaveAttribute("aria-invalid");
    await user.keyboard("984 CEIBALTA");
    expect(box("phone")).not.toHaveAttribute("aria-invalid");
    await user.tab();
    expect(box("phone")).toHaveAccessibleDescription(expect.stringContaining(t.validation.phone_digits));
  });

  it("takes an error away as soon as it is mended, and shows none while typing", async () => {
    const { t, box, user } = show("contact", lang);
    await user.type(box("phone"), "98455501");
    await user.tab();
    expect(box("phone")).toHaveAccessibleDescription(expect.stringContaining(t.validation.phone_length));
    await user.type(box("phone"), "6");
    expect(box("phone")).toHaveAttribute("aria-invalid", "true");
    await user.type(box("phone"), "2");
    expect(box("phone")).not.toHaveAttribute("aria-invalid");
    expect(screen.queryByText(t.validation.phone_length)).toBeNull();
    await user.type(box("phone"), "x");
    expect(box("phone")).not.toHaveAttribute("aria-invalid");
  });

  it("takes the error of a group away when one is chosen", async () => {
    const { t, group, user, send } = show("contact", lang);
    await send();
    await user.click(
      within(group("identity")).getByRole("radio", { name: t.form.identity_options.director }),
    );
    expect(group("identity")).not.toHaveAttribute("aria-invalid");
  });

  it("bounds the message", async () => {
    const { t, box, user, fill, send } = show("contact", lang);
    await fill();
    await user.click(box("message"));
    await user.paste("x".repeat(2001));
    await send();
    expect(box("message")).toHaveAccessibleDescription(
      expect.stringContaining(t.validation.message_too_long),
    );
    await waitFor(() => expect(box("message")).toHaveFocus());
    expect(posts).toEqual([]);
  });
});

describe.each(langs)("sending, in %s", (lang) => {
  it.each(kinds)("%s sends what was said, where from, and thanks to the letter", async (kind) => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    storeTracking("?utm_source=feria");
    const unit = kind === "unit" ? "O-301" : undefined;
    const { t, form, fill, user, send } = show(kind, lang, unit ? { unit } : {});
    await fill();
    await user.click(screen.getByRole("checkbox", { name: t.form.marketing }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await send();

    expect(await screen.findByRole("status")).toHaveTextContent(t.form.success);
    expect(posts).toHaveLength(1);
    expect(posts[0]!.url).toBe("/api/leads");
    const { fields, identities, space } = KINDS[kind];
    expect(posts[0]!.body).toEqual({
      form: kind,
      lang,
      page: lang === "es" ? "/contacto" : "/en/contacto",
      notice_version: "2025-03-21",
      key: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as string,
      name: "Ana López",
      phone: "984 555 0162",
      email: "ana@example.com",
      ...(fields.includes("space") && { space: "oficina" }),
      identity: identities[0],
      ...(fields.includes("message") && { message: "Hola" }),
      unit: unit ?? "",
      marketing: "on",
      website: "",
      captcha: "",
      elapsed_ms: expect.any(Number) as number,
      tracking: { utm_source: "feria" },
      query: "?utm_source=feria",
    });

    expect(form.querySelector<HTMLInputElement>("[name=name]")!.value).toBe("");
    expect(Object.fromEntries(new FormData(form)).space).toBe(space);
    expect(sessionStorage.getItem(`site-form-${kind}${unit ?? ""}`)).not.toContain("Ana");
    expect(assign).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(THANKS);
    expect(assign).toHaveBeenCalledWith(lang === "es" ? "/gracias" : "/en/gracias");
  });

  it("makes one request of a double click, and says that it is busy", async () => {
    answers = ["never"];
    const { t, fill, button, user } = show("contact", lang);
    await fill();
    await user.dblClick(button());
    await user.keyboard("{Enter}");
    expect(posts).toHaveLength(1);
    expect(button()).toHaveTextContent(t.form.sending);
    expect(button()).toHaveAttribute("aria-disabled", "true");
    expect(button()).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent(t.form.sending);
  });

  it("puts the function's refusals beside their fields", async () => {
    answers = [[422, { errors: { email: "No existe", phone: "No responde" } }]];
    const { fill, box, send, form } = show("contact", lang);
    await fill();
    await send();
    expect(box("email")).toHaveAccessibleDescription("No existe");
    expect(box("phone")).toHaveAccessibleDescription(expect.stringContaining("No responde"));
    await waitFor(() => expect(box("phone")).toHaveFocus());
    expect(form).toHaveFormValues({ name: "Ana López", message: "Hola" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    ["409", [409, { error: "x" }]],
    ["413", [413, { error: "x" }]],
    ["500 with a page", [500, "<!doctype html>"]],
    ["503", [503, { error: "x" }]],
    ["200 with a page", [200, "<!doctype html>"]],
    ["200 without a reference", [200, {}]],
    ["422 about nothing that is shown", [422, { errors: { key: "x" } }]],
    ["a connection that breaks", new TypeError("Failed to fetch")],
  ] as const)("keeps everything and offers other ways after %s", async (_, answer) => {
    answers = [answer as (typeof answers)[number]];
    const { t, fill, form, button, send } = show("contact", lang);
    await fill();
    await send();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent(t.form.failure);
    expect(within(alert).getByRole("link", { name: t.form.failure_whatsapp })).toHaveAttribute(
      "href",
      "https://wa.me/529845550162",
    );
    const call = within(alert).getByRole("link", {
      name: t.form.failure_call.replace("{{phone}}", "+52 984 555 0162"),
    });
    expect(call).toHaveAttribute("href", "tel:+529845550162");
    expect(form).toHaveFormValues({
      name: "Ana López",
      phone: "984 555 0162",
      email: "ana@example.com",
      message: "Hola",
    });
    expect(button()).toHaveTextContent(t.form.retry);
    expect(button()).not.toHaveAttribute("aria-disabled");
    expect(sessionStorage.getItem("site-form-contact")).toContain("Ana");
  });

  it("asks for patience when too much was sent", async () => {
    answers = [[429, { error: "x" }]];
    const { t, fill, send } = show("contact", lang);
    await fill();
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent(t.form.too_many);
  });

  it("gives up after the time-out, and the retry bears the same key", async () => {
    answers = ["never"];
    const { fill, button, user } = show("contact", lang);
    await fill();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(button());
    await vi.advanceTimersByTimeAsync(TIME_OUT - 100);
    expect(screen.queryByRole("alert")).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(await screen.findByRole("alert")).toBeVisible();
    await user.click(button());
    expect(posts).toHaveLength(2);
    expect(posts[1]!.body.key).toBe(posts[0]!.body.key);
  });

  it("says when there is no connection, and when it is back", async () => {
    online(false);
    const { t, fill, send } = show("contact", lang);
    await fill();
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent(t.form.offline);
    expect(posts).toEqual([]);
    online(true);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(t.form.online));
    expect(screen.queryByRole("alert")).toBeNull();
    await send();
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(t.form.success));
  });

  it("says so too when the connection breaks off while sending", async () => {
    answers = [new TypeError("Failed to fetch")];
    const { t, fill, send } = show("contact", lang);
    await fill();
    const spy = vi.spyOn(navigator, "onLine", "get").mockReturnValueOnce(true).mockReturnValue(false);
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent(t.form.offline);
    spy.mockRestore();
  });
});

describe("one lead, one key", () => {
  it("keeps the key over a reload, and takes a new one when something else is said", async () => {
    answers = [
      [503, {}],
      [503, {}],
      [503, {}],
    ];
    const first = show("contact");
    await first.fill();
    await first.send();
    first.unmount();
    const second = show("contact");
    expect(second.form).toHaveFormValues({
      name: "Ana López",
      space: "oficina",
      identity: "broker",
      message: "Hola",
    });
    await second.send();
    expect(posts[1]!.body.key).toBe(posts[0]!.body.key);
    await second.user.type(second.box("message"), " otra vez");
    await second.send();
    expect(posts[2]!.body.key).not.toBe(posts[0]!.body.key);
  });

  it("keeps the key after success, for a resubmit with the back button", async () => {
    vi.spyOn(location, "assign").mockImplementation(() => {});
    const first = show("contact");
    await first.fill();
    await first.send();
    await waitFor(() => expect(screen.getByRole("status")).not.toBeEmptyDOMElement());
    first.unmount();
    const second = show("contact");
    expect(second.box("name").value).toBe("");
    await second.fill();
    await second.send();
    expect(posts[1]!.body.key).toBe(posts[0]!.body.key);
    second.unmount();
    const third = show("contact");
    await third.fill("Otra consulta");
    await third.send();
    expect(posts[2]!.body.key).not.toBe(posts[0]!.body.key);
  });

  it("takes a new key after a conflict", async () => {
    answers = [[409, { error: "x" }]];
    const { fill, send } = show("contact");
    await fill();
    await send();
    await screen.findByRole("alert");
    await send();
    expect(posts[1]!.body.key).not.toBe(posts[0]!.body.key);
  });
});

describe("the draft", () => {
  it("survives a reload, each kind for itself, and never holds the trap", async () => {
    const first = show("contact");
    await first.user.type(first.box("name"), "Ana");
    await first.user.click(within(first.group("identity")).getAllByRole("radio")[2]!);
    await first.user.click(screen.getByRole("checkbox"));
    await first.user.type(first.form.querySelector("[name=website]")!, "http://spam");
    first.unmount();
    expect(sessionStorage.getItem("site-form-contact")).not.toContain("spam");
    const other = show("brochure");
    expect(other.box("name").value).toBe("");
    other.unmount();
    const second = show("contact");
    expect(second.form).toHaveFormValues({ name: "Ana", identity: "investor", marketing: true });
  });

  it("does not overwrite what was typed before the script came", () => {
    sessionStorage.setItem(
      "site-form-contact",
      JSON.stringify({ draft: { name: "Ana", email: "ana@example.com" } }),
    );
    const props = formProps("contact", "es");
    const host = document.body.appendChild(document.createElement("div"));
    host.innerHTML = renderToString(root(props));
    host.querySelector<HTMLInputElement>("[name=name]")!.value = "Luis";
    render(root(props), { container: host, hydrate: true });
    expect(host.querySelector("form")).toHaveFormValues({ name: "Luis", email: "ana@example.com" });
    host.remove();
  });

  it.each(["not JSON", "null", "[]", '"x"'])("does not mind %s in the store", (kept) => {
    sessionStorage.setItem("site-form-contact", kept);
    expect(show("contact").box("name").value).toBe("");
  });

  it("costs nothing where the browser keeps nothing", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no", "QuotaExceededError");
    });
    const { t, fill, send } = show("contact");
    await fill();
    await send();
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(t.form.success));
  });
});

describe("the unit", () => {
  const unit = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>("[name=unit]")!.value;

  it.each(langs)("comes from the address, and can be taken off, in %s", async (lang) => {
    history.replaceState(null, "", "/contacto?unidad=O-301&utm_source=x");
    const { t, form, user } = show("contact", lang);
    await waitFor(() => expect(unit(form)).toBe("O-301"));
    expect(screen.getByText(t.form.unit_selected.replace("{{unit}}", "O-301"))).toBeVisible();
    await user.click(screen.getByRole("button", { name: t.form.unit_clear }));
    expect(unit(form)).toBe("");
    expect(location.search).toBe("?utm_source=x");
  });

  it.each(["", "<script>", "O 301", "x".repeat(21)])("is not taken from ?unidad=%s", (code) => {
    history.replaceState(null, "", `/contacto?unidad=${encodeURIComponent(code)}`);
    const { form } = show("contact");
    expect(unit(form)).toBe("");
  });

  it("comes from the selector, brings the form into view and goes to the first empty field", async () => {
    const { form, box, user } = show("home");
    form.scrollIntoView = vi.fn();
    await user.type(box("name"), "Ana");
    await user.click(document.body);
    document.dispatchEvent(new CustomEvent("site-unit-request", { detail: { unit: "L-101" } }));
    await waitFor(() => expect(unit(form)).toBe("L-101"));
    expect(form.scrollIntoView).toHaveBeenCalled();
    await waitFor(() => expect(box("phone")).toHaveFocus());
  });

  it("survives a reload with the draft", async () => {
    const first = show("home");
    document.dispatchEvent(new CustomEvent("site-unit-request", { detail: { unit: "L-101" } }));
    await waitFor(() => expect(unit(first.form)).toBe("L-101"));
    await first.user.type(first.box("name"), "Ana");
    first.unmount();
    await waitFor(() => expect(unit(show("home").form)).toBe("L-101"));
  });

  it("is fixed on the unit's own page", () => {
    history.replaceState(null, "", "/inventario/O-302?unidad=O-301");
    const { form, t } = show("unit", "es", { unit: "O-302" });
    expect(unit(form)).toBe("O-302");
    expect(screen.queryByRole("button", { name: t.form.unit_clear })).toBeNull();
  });
});

describe("the back button", () => {
  it("shows a fresh form after success", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { t, fill, send, button, box } = show("contact");
    await fill();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await send();
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(t.form.success));
    window.dispatchEvent(new Event("pageshow"));
    await vi.advanceTimersByTimeAsync(THANKS);
    expect(assign).not.toHaveBeenCalled();
    await waitFor(() => expect(button()).not.toHaveAttribute("aria-disabled"));
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(box("name").value).toBe("");
  });
});
