import { beforeEach, describe, expect, it } from "vitest";
import { offerCalendar } from "./index.ts";

describe("the calendar of a visit", () => {
  let link: HTMLAnchorElement;

  beforeEach(() => {
    document.body.innerHTML = `<p hidden><a data-visit="Torre; Uno" data-zone="America/Cancun"></a></p>`;
    link = document.querySelector("a")!;
  });

  it("is offered for the moment in the address", () => {
    history.replaceState(null, "", "/gracias?visita=2026-12-01T10:30");
    offerCalendar(link);
    expect(link.parentElement!.hidden).toBe(false);
    const lines = decodeURIComponent(link.href).split("\r\n");
    expect(lines).toContain("DTSTART;TZID=America/Cancun:20261201T103000");
    expect(lines).toContain("SUMMARY:Torre\\; Uno");
  });

  it.each(["", "?visita=", "?visita=2026-12-01T10:30%0D%0AX", "?visita=ayer"])(
    "is not offered for %j",
    (query) => {
      history.replaceState(null, "", `/gracias${query}`);
      offerCalendar(link);
      expect(link.parentElement!.hidden).toBe(true);
      expect(link.hasAttribute("href")).toBe(false);
    },
  );
});
