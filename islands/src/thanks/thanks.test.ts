import { beforeEach, describe, expect, it } from "vitest";
import { storeSentRequest } from "../forms/sent-request.ts";
import { fillThanks } from "./index.ts";

describe("the thank-you page", () => {
  let link: HTMLAnchorElement;
  let request: HTMLElement;

  beforeEach(() => {
    sessionStorage.clear();
    document.documentElement.lang = "es-MX";
    document.body.innerHTML = `<p hidden data-request>Su solicitud: <b></b></p>
      <p hidden><a data-visit="Torre; Uno" data-zone="America/Cancun"></a></p>`;
    link = document.querySelector("a")!;
    request = document.querySelector("[data-request]")!;
  });

  const visit = (query: string): void => {
    history.replaceState(null, "", `/gracias${query}`);
    fillThanks(document);
  };

  it("offers a calendar for the moment in the address", () => {
    visit("?visita=2026-12-01T10:30");
    expect(link.parentElement!.hidden).toBe(false);
    const lines = decodeURIComponent(link.href).split("\r\n");
    expect(lines).toContain("DTSTART;TZID=America/Cancun:20261201T103000");
    expect(lines).toContain("SUMMARY:Torre\\; Uno");
  });

  it.each(["", "?visita=", "?visita=2026-12-01T10:30%0D%0AX", "?visita=ayer"])(
    "offers none for %j",
    (query) => {
      visit(query);
      expect(link.parentElement!.hidden).toBe(true);
      expect(link.hasAttribute("href")).toBe(false);
      expect(request.hidden).toBe(true);
    },
  );

  it("names the wish, the units and the moment, in the development's time", () => {
    storeSentRequest({ wish: "Agendar una visita", units: ["O-305", "L-101"] });
    visit("?visita=2026-12-01T11:00");
    expect(request.hidden).toBe(false);
    expect(request.textContent?.replace(/\s/g, " ")).toBe(
      "Su solicitud: Agendar una visita · O-305, L-101 · martes, 1 de diciembre, 11:00 a.m.",
    );
  });

  it.each([5, { units: 5 }, { units: [{}, 5], wish: {} }, { units: [""] }])(
    "names nothing of %j",
    (stored) => {
      sessionStorage.setItem("site-request", JSON.stringify(stored));
      visit("");
      expect(request.hidden).toBe(true);
    },
  );

  it("names what there is, and nothing when nothing was asked", () => {
    storeSentRequest({ units: ["O-305"] });
    visit("");
    expect(request.textContent).toBe("Su solicitud: O-305");
    request.hidden = true;
    storeSentRequest({ wish: undefined, units: [] });
    visit("");
    expect(request.hidden).toBe(true);
  });
});
