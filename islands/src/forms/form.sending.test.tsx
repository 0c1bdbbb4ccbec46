// How a form handles the answers of the network.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import {
  type Answer,
  answer,
  resetEach,
  kinds,
  online,
  posts,
  show,
} from "../../tests/unit/form-fixture.tsx";
import { LANGS } from "../../tests/unit/island-harness.tsx";
import { FIELDS, optionsOf } from "./kinds.ts";
import { TIMEOUT } from "./send.ts";
import { REQUEST_KEY } from "./sent-request.ts";
import { THANKS_DURATION } from "./use-lead-form.ts";
import { formProps } from "../../gallery/forms.ts";
import { storeTracking } from "../page/tracking.ts";

resetEach();

describe.each(LANGS)("sending, in %s", (lang) => {
  it.each(kinds)(
    "%s sends its values and the tracking values, and shows the thank-you message",
    async (kind) => {
      const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
      storeTracking("?utm_source=feria");
      const unit = kind === "unit" ? "O-301" : undefined;
      const { t, form, fill, user, send } = show(
        kind,
        lang,
        unit ? { unit } : {},
      );
      await fill();
      await user.click(
        screen.getByRole("checkbox", { name: t.form.marketing }),
      );
      vi.useFakeTimers({ shouldAdvanceTime: true });
      await send();

      expect(await screen.findByRole("status")).toHaveTextContent(
        t.form.success,
      );
      expect(posts).toHaveLength(1);
      expect(posts[0]!.url).toBe("/api/leads");
      const fields = FIELDS[kind];
      expect(posts[0]!.body).toEqual({
        form: kind,
        lang,
        page: lang === "es" ? "/contacto" : "/en/contacto",
        notice_version: "2025-03-21",
        key: expect.stringMatching(/^\d+(-\d+){3}$/) as string,
        name: "Ana López",
        phone: "984 555 0162",
        email: "ana@example.com",
        ...(fields.includes("space") && { space: "oficina" }),
        identity: optionsOf(t, kind).identity[0],
        ...(fields.includes("message") && { message: "Hola" }),
        unit: unit ?? "",
        marketing: "on",
        website: "",
        captcha: "",
        elapsed_ms: expect.any(Number) as number,
        tracking: { utm_source: "feria" },
        query: "?utm_source=feria",
      });

      expect(form.querySelector<HTMLInputElement>("[name=name]")!.value).toBe(
        "",
      );
      expect(Object.fromEntries(new FormData(form)).space).toBe(
        formProps(kind, lang).space,
      );
      expect(
        sessionStorage.getItem(`site-form-${kind}${unit ?? ""}`),
      ).not.toContain("Ana");
      expect(assign).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(THANKS_DURATION);
      expect(assign).toHaveBeenCalledWith(
        lang === "es" ? "/gracias" : "/en/gracias",
      );
    },
  );

  it("makes one request after a double click, and shows that it is sending", async () => {
    answer("never");
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

  it("does not send again when the answer arrives before the second click", async () => {
    vi.spyOn(location, "assign").mockImplementation(() => {});
    const { t, fill, box, send, user } = show("contact", lang);
    await fill();
    await send();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
    );
    await send();
    expect(posts).toHaveLength(1);
    expect(screen.getByRole("status")).toHaveTextContent(t.form.success);
    expect(box("name")).not.toHaveAttribute("aria-invalid");
    // After new input the form can be sent again.
    await user.type(box("message"), "Otra consulta");
    await send();
    await waitFor(() =>
      expect(box("name")).toHaveAttribute("aria-invalid", "true"),
    );
  });

  it("shows the errors of the lead function at their fields", async () => {
    answer([422, { errors: { email: "No existe", phone: "No responde" } }]);
    const { fill, box, send, form } = show("contact", lang);
    await fill();
    await send();
    expect(box("email")).toHaveAccessibleDescription("No existe");
    expect(box("phone")).toHaveAccessibleDescription(
      expect.stringContaining("No responde"),
    );
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
    ["422 about a hidden field", [422, { errors: { key: "x" } }]],
    ["a connection that breaks", new TypeError("Failed to fetch")],
  ] as const)(
    "keeps the values and offers other contacts after %s",
    async (_, next) => {
      answer(next as Answer);
      const { t, fill, form, button, send } = show("contact", lang);
      await fill();
      await send();
      const alert = await screen.findByRole("alert");
      expect(alert).toHaveTextContent(t.form.failure);
      expect(
        within(alert).getByRole("link", { name: t.form.failure_whatsapp }),
      ).toHaveAttribute("href", "https://wa.me/529845550162");
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
    },
  );

  it.each([
    ["?unidad=O-301", "O-301"],
    ["?unidades=O-301,O-302", "Varias%3A%20O-301%2C%20O-302"],
  ])("offers WhatsApp with the units of the form: %s", async (query, text) => {
    history.replaceState(null, "", `/contacto${query}`);
    answer([503, { error: "x" }]);
    const { t, fill, send } = show("contact", lang);
    await fill();
    await send();
    const alert = await screen.findByRole("alert");
    const link = within(alert).getByRole("link", {
      name: t.form.failure_whatsapp,
    });
    expect(link).toHaveAttribute(
      "href",
      `https://wa.me/529845550162?text=${text}`,
    );
    history.replaceState(null, "", "/contacto");
  });

  it("shows a message after too many posts", async () => {
    answer([429, { error: "x" }]);
    const { t, fill, send } = show("contact", lang);
    await fill();
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent(t.form.too_many);
  });

  it("gives up after the timeout, and retries with the same key", async () => {
    answer("never");
    vi.spyOn(AbortSignal, "timeout").mockImplementation((delay) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), delay);
      return stop.signal;
    });
    const { fill, button, user } = show("contact", lang);
    await fill();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(button());
    // Time also passes while the form is sent.
    await vi.advanceTimersByTimeAsync(TIMEOUT / 2);
    expect(screen.queryByRole("alert")).toBeNull();
    await vi.advanceTimersByTimeAsync(TIMEOUT / 2);
    expect(await screen.findByRole("alert")).toBeVisible();
    await user.click(button());
    expect(posts).toHaveLength(2);
    expect(posts[1]!.body.key).toBe(posts[0]!.body.key);
  });

  it("shows when there is no connection, and when it is back", async () => {
    online(false);
    answer(new TypeError("Failed to fetch"));
    const { t, fill, send } = show("contact", lang);
    await fill();
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent(t.form.offline);
    online(true);
    window.dispatchEvent(new Event("online"));
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.online),
    );
    expect(screen.queryByRole("alert")).toBeNull();
    await send();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
    );
  });

  it("sends even when the browser reports no connection", async () => {
    vi.spyOn(location, "assign").mockImplementation(() => {});
    online(false);
    const { t, fill, send } = show("contact", lang);
    await fill();
    await send();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(t.form.success),
    );
    online(true);
  });
});

describe("a list of units", () => {
  it("is one request for all of them, with the first as its unit, and a key of its own", async () => {
    history.replaceState(
      null,
      "",
      "/contacto?unidades=o-305,O-310,%22%3E,O-305#contact",
    );
    const { form, fill, send, t } = show("contact", "es");
    expect(form).toHaveTextContent(
      t.form.units_selected.replace("{{units}}", "O-305, O-310"),
    );
    await fill();
    answer(Error("offline"), [200, { reference: "abc", message: "ok" }]);
    await send();
    await waitFor(() => expect(posts).toHaveLength(1));
    await send();
    await waitFor(() => expect(posts).toHaveLength(2));
    const [first, second] = posts.map(({ body }) => body);
    expect(first).toMatchObject({ unit: "O-305", units: ["O-305", "O-310"] });
    expect(second!.key).toBe(first!.key);
  });
});

describe("a unit whose code is not an address", () => {
  it("is sent as its address, and the thank-you page names it as people write it", async () => {
    vi.spyOn(location, "assign").mockImplementation(() => {});
    const { fill, send } = show("unit", "es", {
      unit: "N1-04-A",
      unitLabels: { "N1-04-A": "N1-04/A" },
    });
    await fill();
    await send();
    await screen.findByRole("status");
    expect(posts[0]!.body.unit).toBe("N1-04-A");
    const stored = JSON.parse(sessionStorage.getItem(REQUEST_KEY)!) as unknown;
    expect(stored).toMatchObject({ units: ["N1-04/A"] });
  });
});
