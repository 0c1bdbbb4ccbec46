import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storeTracking } from "../page/tracking.ts";
import { watchUnits } from "../page/unit.ts";
import { eventOf, readEvent, type SiteEvent } from "./events.ts";
import { SITE_EVENT } from "./site-event.ts";

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/contacto?email=ana@correo.example");
});
afterEach(() => (document.body.innerHTML = ""));

/** The event of a click on the first link. */
function clicked(html: string): SiteEvent | undefined {
  document.body.innerHTML = html;
  let result: SiteEvent | undefined;
  const listener = (event: Event) => {
    result = readEvent(event);
    event.preventDefault();
  };
  addEventListener("click", listener, { once: true, capture: true });
  const target =
    document.querySelector("a svg") ?? document.querySelector("a, button")!;
  target.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true }),
  );
  return result;
}

const WHATSAPP =
  '<a href="https://wa.me/529845550162?text=Hola"><svg></svg>WhatsApp</a>';

describe("clicks", () => {
  it.each([
    [`<aside class="floating">${WHATSAPP}</aside>`, { place: "floating" }],
    [`<div class="form-alert">${WHATSAPP}</div>`, { place: "failure" }],
    [`<p>${WHATSAPP}</p>`, { place: "page" }],
    [
      `<article class="unit" data-unit="O-301">${WHATSAPP}</article>`,
      { place: "unit", unit: "O-301" },
    ],
    [
      `<dialog class="unit-dialog">${WHATSAPP}<a class="unit-dialog-link" href="/en/inventario/L-101">x</a></dialog>`,
      { place: "unit", unit: "L-101" },
    ],
  ])("WhatsApp: %s", (html, more) => {
    expect(clicked(html)).toEqual({
      event: "whatsapp_pressed",
      page: "/contacto",
      ...more,
    });
  });

  it.each([
    ['<header><a href="tel:+529845550162">x</a></header>', "header"],
    ['<footer><a href="tel:+529845550162">x</a></footer>', "footer"],
    [
      '<div class="form-alert"><a href="tel:+529845550162">x</a></div>',
      "failure",
    ],
  ])("the phone: %s", (html, place) => {
    expect(clicked(html)).toEqual({
      event: "phone_pressed",
      page: "/contacto",
      place,
    });
  });

  it("the brochure, and no other document", () => {
    expect(
      clicked('<a href="/pdf/Muestra-brochure.pdf" download>x</a>'),
    ).toEqual({
      event: "brochure_downloaded",
      page: "/contacto",
    });
    expect(clicked('<a href="/pdf/unidades/O-301.pdf">x</a>')).toBeUndefined();
  });

  it.each([
    '<a href="/contacto">x</a>',
    '<a href="mailto:a@b.example">x</a>',
    "<button>x</button>",
  ])("nothing else: %s", (html) => expect(clicked(html)).toBeUndefined());
});

describe("events of islands", () => {
  const received = (detail: { event: string } & Record<string, unknown>) => {
    let result: SiteEvent | undefined;
    addEventListener(SITE_EVENT, (event) => (result = readEvent(event)), {
      once: true,
    });
    document.body.dispatchEvent(
      new CustomEvent("site-event", { bubbles: true, detail }),
    );
    return result;
  };

  it("a lead with its reference", () => {
    expect(
      received({
        event: "lead_sent",
        form: "unit",
        unit: "O-301",
        reference: "0123456789abcdef",
      }),
    ).toEqual({
      event: "lead_sent",
      page: "/contacto",
      form: "unit",
      unit: "O-301",
      reference: "0123456789abcdef",
    });
  });

  it("no event that is not in the list", () => {
    expect(received({ event: "constructor" })).toBeUndefined();
    expect(received({ event: "other" })).toBeUndefined();
  });
});

describe("personal data", () => {
  const PERSONAL = {
    name: "Ana Pérez",
    phone: "9845550162",
    email: "ana@correo.example",
    message: "Hola",
  };

  it("has no field, whatever an island sends", () => {
    for (const name of [
      "lead_sent",
      "unit_viewed",
      "whatsapp_pressed",
      "phone_pressed",
    ] as const) {
      const event = eventOf(name, { ...PERSONAL, form: "contact" });
      expect(Object.keys(event)).not.toEqual(expect.arrayContaining(["name"]));
      for (const value of Object.values(PERSONAL))
        expect(JSON.stringify(event)).not.toContain(value);
    }
  });

  it.each(Object.values(PERSONAL).slice(0, 3))(
    "is removed from the fields of the list: %s",
    (value) => {
      expect(eventOf("lead_sent", { form: value, unit: value })).toEqual({
        event: "lead_sent",
        page: "/contacto",
      });
    },
  );

  it("in the URL is left out: the page is only its path", () => {
    expect(JSON.stringify(eventOf("unit_viewed"))).not.toContain("correo");
  });
});

describe("campaigns (S22)", () => {
  it("are added to every event, except values that look like an e-mail address", () => {
    storeTracking(
      "?utm_source=feria&utm_id=120211234567890123&ad=ana@correo.example&adset=ana%2540correo",
    );
    expect(eventOf("brochure_downloaded")).toEqual({
      event: "brochure_downloaded",
      page: "/contacto",
      utm_source: "feria",
      utm_id: "120211234567890123",
    });
  });
});

describe("units in view", () => {
  const record = () => {
    const events: SiteEvent[] = [];
    watchUnits((unit, place) =>
      events.push(eventOf("unit_viewed", { unit, place })),
    );
    return events;
  };

  it("the page of a unit, once", () => {
    document.body.innerHTML = '<article data-unit="O-301"></article>';
    const events = record();
    expect(events).toEqual([
      { event: "unit_viewed", page: "/contacto", unit: "O-301", place: "page" },
    ]);
  });

  it("the dialog of a unit each time it opens, and no other element that opens", async () => {
    document.body.innerHTML = `<details><summary>x</summary></details><dialog id="other"></dialog>
      <dialog class="unit-dialog"><a class="unit-dialog-link" href="/inventario/L-101">x</a></dialog>`;
    const events = record();
    const settled = () => new Promise((done) => setTimeout(done));
    const dialog = document.querySelector<HTMLDialogElement>(".unit-dialog")!;
    document.querySelector("details")!.open = true;
    document.querySelector<HTMLDialogElement>("#other")!.show();
    dialog.showModal();
    await settled();
    dialog.close();
    await settled();
    expect(events).toEqual([
      {
        event: "unit_viewed",
        page: "/contacto",
        unit: "L-101",
        place: "dialog",
      },
    ]);
    dialog.showModal();
    await settled();
    expect(events).toHaveLength(2);
  });
});
