// What a form stores across a reload: the key of the lead, the draft and the unit.
import { render, screen, waitFor, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import {
  answer,
  resetEach,
  posts,
  root,
  show,
} from "../../tests/unit/form-fixture.tsx";
import { LANGS } from "../../tests/unit/island-harness.tsx";
import { THANKS_DURATION } from "./use-lead-form.ts";
import { formProps } from "../../gallery/forms.ts";

resetEach();

describe("one lead, one key", () => {
  it("keeps the key after a reload, and makes a new one when the values change", async () => {
    answer([503, {}], [503, {}], [503, {}]);
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

  it("keeps the key after success, for a second submit with the back button", async () => {
    vi.spyOn(location, "assign").mockImplementation(() => {});
    const first = show("contact");
    await first.fill();
    await first.send();
    await waitFor(() =>
      expect(screen.getByRole("status")).not.toBeEmptyDOMElement(),
    );
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

  it("makes a new key after a conflict", async () => {
    answer([409, { error: "x" }]);
    const { fill, send } = show("contact");
    await fill();
    await send();
    await screen.findByRole("alert");
    await send();
    expect(posts[1]!.body.key).not.toBe(posts[0]!.body.key);
  });
});

describe("the draft", () => {
  it("survives a reload, separately for each kind, and without the honeypot field", async () => {
    const first = show("contact");
    await first.user.type(first.box("name"), "Ana");
    await first.user.click(
      within(first.group("identity")).getAllByRole("radio")[2]!,
    );
    await first.user.click(screen.getByRole("checkbox"));
    await first.user.type(
      first.form.querySelector("[name=website]")!,
      "http://spam",
    );
    first.unmount();
    expect(sessionStorage.getItem("site-form-contact")).not.toContain("spam");
    const other = show("brochure");
    expect(other.box("name").value).toBe("");
    other.unmount();
    const second = show("contact");
    expect(second.form).toHaveFormValues({
      name: "Ana",
      identity: "investor",
      marketing: true,
    });
  });

  it("does not overwrite what was typed before the script started", () => {
    sessionStorage.setItem(
      "site-form-contact",
      JSON.stringify({ draft: { name: "Ana", email: "ana@example.com" } }),
    );
    const props = formProps("contact", "es");
    const host = document.body.appendChild(document.createElement("div"));
    host.innerHTML = renderToString(root(props));
    host.querySelector<HTMLInputElement>("[name=name]")!.value = "Luis";
    render(root(props), { container: host, hydrate: true });
    expect(host.querySelector("form")).toHaveFormValues({
      name: "Luis",
      email: "ana@example.com",
    });
    host.remove();
  });

  it.each([
    "not JSON",
    "null",
    "[]",
    '"x"',
    '{"draft":null}',
    '{"draft":5}',
    '{"draft":{"name":{"a":1},"phone":5,"unit":[]}}',
    '{"draft":{"name":null},"key":{},"draftHash":null}',
  ])(
    "is ignored when the stored value is %s, and the form sends",
    async (kept) => {
      sessionStorage.setItem("site-form-contact", kept);
      const { t, box, fill, send } = show("contact");
      expect(box("name").value).toBe("");
      expect(box("phone").value).toBe("");
      await fill();
      await send();
      await waitFor(() =>
        expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
      );
    },
  );

  it.each(["", "a b", "x".repeat(101), 5])(
    "has no key that the lead function would refuse: %j",
    async (key) => {
      answer([503, {}], [503, {}]);
      const first = show("contact");
      await first.fill();
      await first.send();
      first.unmount();
      const name = "site-form-contact";
      const stored = JSON.parse(sessionStorage.getItem(name)!) as object;
      sessionStorage.setItem(name, JSON.stringify({ ...stored, key }));
      await show("contact").send();
      expect(posts[1]!.body.key).toMatch(/^[\w-]{7,99}$/);
    },
  );

  it("is not needed for sending when storage fails", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no", "QuotaExceededError");
    });
    const { t, fill, send } = show("contact");
    await fill();
    await send();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
    );
  });
});

describe("the campaign", () => {
  const long = "x".repeat(1_000_000);

  it.each([
    [5, {}, ""],
    [{ values: null, query: 5 }, {}, ""],
    [{ values: "x", query: {} }, {}, ""],
    [
      { values: { ad: 5, utm_source: {}, tel: null, x: "y", adset: "z" } },
      { adset: "z" },
      "",
    ],
    [
      { values: { ad: long }, query: long },
      { ad: "x".repeat(200) },
      "x".repeat(2000),
    ],
  ])("is sent as far as it is one", async (stored, tracking, query) => {
    localStorage.setItem("tracking", JSON.stringify(stored));
    const { fill, send } = show("contact");
    await fill();
    await send();
    expect(posts[0]!.body).toMatchObject({ query });
    expect(posts[0]!.body.tracking).toEqual(tracking);
  });
});

describe("the unit", () => {
  const unit = (form: HTMLFormElement): string =>
    form.querySelector<HTMLInputElement>("[name=unit]")!.value;

  it.each(LANGS)(
    "comes from the URL, and can be removed, in %s",
    async (lang) => {
      history.replaceState(null, "", "/contacto?unidad=O-301&utm_source=x");
      const { t, form, user } = show("contact", lang);
      await waitFor(() => expect(unit(form)).toBe("O-301"));
      expect(
        screen.getByText(t.form.unit_selected.replace("{{unit}}", "O-301")),
      ).toBeVisible();
      await user.click(screen.getByRole("button", { name: t.form.unit_clear }));
      expect(unit(form)).toBe("");
      expect(location.search).toBe("?utm_source=x");
    },
  );

  it("does not return with the draft after it was removed, and the focus moves on", async () => {
    history.replaceState(null, "", "/contacto?unidad=O-301");
    const first = show("contact");
    await waitFor(() => expect(unit(first.form)).toBe("O-301"));
    await first.user.type(first.box("name"), "Ana");
    await first.user.click(
      screen.getByRole("button", { name: first.t.form.unit_clear }),
    );
    expect(first.box("phone")).toHaveFocus();
    first.unmount();
    const second = show("contact");
    expect(second.box("name").value).toBe("Ana");
    expect(unit(second.form)).toBe("");
  });

  it.each(["", "<script>", "O 301", "x".repeat(33)])(
    "is not read from ?unidad=%s",
    (code) => {
      history.replaceState(
        null,
        "",
        `/contacto?unidad=${encodeURIComponent(code)}`,
      );
      const { form } = show("contact");
      expect(unit(form)).toBe("");
    },
  );

  it("comes from the selector, scrolls to the form and focuses the first empty field", async () => {
    const { form, box, user } = show("home");
    form.scrollIntoView = vi.fn();
    await user.type(box("name"), "Ana");
    await user.click(document.body);
    document.dispatchEvent(
      new CustomEvent("site-unit-request", { detail: { unit: "L-101" } }),
    );
    await waitFor(() => expect(unit(form)).toBe("L-101"));
    expect(form.scrollIntoView).toHaveBeenCalled();
    await waitFor(() => expect(box("phone")).toHaveFocus());
  });

  it("survives a reload with the draft", async () => {
    const first = show("home");
    document.dispatchEvent(
      new CustomEvent("site-unit-request", { detail: { unit: "L-101" } }),
    );
    await waitFor(() => expect(unit(first.form)).toBe("L-101"));
    await first.user.type(first.box("name"), "Ana");
    first.unmount();
    await waitFor(() => expect(unit(show("home").form)).toBe("L-101"));
  });

  it("is fixed on the page of a unit", () => {
    history.replaceState(null, "", "/inventario/O-302?unidad=O-301");
    const { form, t } = show("unit", "es", { unit: "O-302" });
    expect(unit(form)).toBe("O-302");
    expect(
      screen.queryByRole("button", { name: t.form.unit_clear }),
    ).toBeNull();
  });
});

describe("the back button", () => {
  it("shows an empty form after success", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { t, fill, send, button, box } = show("contact");
    await fill();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await send();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
    );
    window.dispatchEvent(
      Object.assign(new Event("pageshow"), { persisted: true }),
    );
    await vi.advanceTimersByTimeAsync(THANKS_DURATION);
    expect(assign).not.toHaveBeenCalled();
    await waitFor(() => expect(button()).not.toHaveAttribute("aria-disabled"));
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(box("name").value).toBe("");
  });

  it("is not confused with the first `pageshow`: the message stays and the thank-you page follows", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { t, fill, send } = show("contact");
    await fill();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await send();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
    );
    window.dispatchEvent(
      Object.assign(new Event("pageshow"), { persisted: false }),
    );
    expect(screen.getByRole("status")).toHaveTextContent(t.form.success);
    await vi.advanceTimersByTimeAsync(THANKS_DURATION);
    expect(assign).toHaveBeenCalledWith("/gracias");
  });
});
