// The thank-you page: what the visitor asked for, and the visit as a file for a calendar.
import { REQUEST_KEY, type SentRequest } from "../forms/sent-request.ts";
import { textOf } from "../forms/text-of.ts";
import { LIST_LIMIT } from "../list/limits.ts";
import { readStored } from "../page/storage.ts";
import { offerCalendar } from "./calendar.ts";

/** Characters of a wish or of a unit: more than the site has. */
const LIMIT = 99;

/** The visit in the address (`?visita=2026-12-01T10:30`, the development's time), or "". */
export function visitInAddress(): string {
  const moment = new URLSearchParams(location.search).get("visita") ?? "";
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(moment) ? moment : "";
}

/** The request that was sent last in this tab, as far as what is stored is one. */
function readSentRequest(): Required<SentRequest> {
  const stored = readStored(REQUEST_KEY, "sessionStorage");
  const { wish, units } = Object(stored) as Record<string, unknown>;
  return {
    wish: textOf(wish, LIMIT),
    units: Object.values(Object(units) as unknown[])
      .map((unit) => textOf(unit, LIMIT))
      .filter(Boolean)
      .slice(0, LIST_LIMIT),
  };
}

/** The wish, the units and the visit in one line: `Agendar una visita · O-305 · martes, 1 de diciembre, 11:00`. */
export function requestLine(visit: string, lang: string): string {
  const { wish, units } = readSentRequest();
  // The address has the development's time, which is shown as it is.
  const moment = new Date(`${visit}Z`);
  const when =
    !isNaN(+moment) &&
    moment.toLocaleString(lang, {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
      timeZone: "UTC",
    });
  return [wish, units.join(", "), when].filter(Boolean).join(" · ");
}

/** Fills in the page. Without a stored request or a visit in the address it stays as it is. */
export function fillThanks(root: ParentNode): void {
  const visit = visitInAddress();
  const line = requestLine(visit, document.documentElement.lang);
  const request = root.querySelector<HTMLElement>("[data-request]");
  if (request && line) {
    request.querySelector("b")!.textContent = line;
    request.hidden = false;
  }
  if (!visit) return;
  root
    .querySelectorAll<HTMLAnchorElement>("a[data-visit]")
    .forEach((link) => offerCalendar(link, visit));
}

fillThanks(document);
