// What visitors do that the team counts. Each event is made here, from the page itself or from what an island tells
// by `site-event`, and carries fields of this list only: no name, phone, e-mail or message can get in.
import { readTracking } from "../page/tracking.ts";
import { SITE_EVENT } from "./site-event.ts";

/** The events and their own fields; `page`, the path, and the campaign's values come with each. */
const FIELDS = {
  lead_sent: ["form", "unit", "reference"],
  brochure_downloaded: [],
  unit_viewed: ["unit", "place"],
  whatsapp_pressed: ["unit", "place"],
  phone_pressed: ["unit", "place"],
} as const;

export type EventName = keyof typeof FIELDS;

/** An entry of the data layer. */
export type SiteEvent = { event: EventName; page: string } & Record<string, string>;

/** Words of code: names, unit codes, references. Nothing with a space or an @, no run of digits like a phone's. */
const isCode = (field: string, value: unknown): value is string =>
  typeof value === "string" &&
  /^[\w./-]{1,80}$/.test(value) &&
  (field === "reference" || !/\d{7}/.test(value));

/** Makes an entry; what is not of the list, or does not look like a word of code, is left out. */
export function eventOf(name: EventName, given: Record<string, unknown> = {}): SiteEvent {
  const event: SiteEvent = { event: name, page: location.pathname };
  for (const field of FIELDS[name]) {
    const value = given[field];
    if (isCode(field, value)) event[field] = value;
  }
  for (const [field, value] of Object.entries(readTracking().values)) {
    if (!/@|%40/.test(value)) event[field] = value;
  }
  return event;
}

/** The unit that an element is about: its dialog's, or the page's own. */
function unitOf(element: Element | null): string | undefined {
  const link = element?.closest("dialog")?.querySelector(".unit-dialog-link");
  return link
    ? decodeURIComponent(link.getAttribute("href")!.split("/").pop()!)
    : document.querySelector<HTMLElement>(".unit-head [data-unit-status]")?.dataset.unitStatus;
}

/** Where on a page something was pressed, by what stands around it. */
const PLACES = {
  floating: ".floating",
  failure: ".form-alert",
  unit: ".unit-dialog, .unit",
  header: "header",
  footer: "footer",
};

function placeOf(element: Element): string {
  const found = Object.entries(PLACES).find(([, around]) => element.closest(around));
  return found ? found[0] : "page";
}

/** The event of a click, or of what an island told; undefined for all others. */
export function readEvent({ type, target, detail }: Event & { detail?: unknown }): SiteEvent | undefined {
  if (type === SITE_EVENT) {
    const { event, ...given } = detail as { event: EventName };
    return Object.hasOwn(FIELDS, event) ? eventOf(event, given) : undefined;
  }
  const link = (target as Element).closest?.("a");
  if (!link) return undefined;
  const about = { unit: unitOf(link), place: placeOf(link) };
  if (link.protocol === "tel:") return eventOf("phone_pressed", about);
  if (link.hostname === "wa.me") return eventOf("whatsapp_pressed", about);
  const isBrochure = /^\/pdf\/.*brochure[^/]*\.pdf$/.test(link.pathname);
  return isBrochure ? eventOf("brochure_downloaded") : undefined;
}

/** Tells each unit that comes into view: the page's own now, those of dialogs as they open. */
export function watchUnits(tell: (event: SiteEvent) => void): void {
  const unit = unitOf(null);
  if (unit) tell(eventOf("unit_viewed", { unit, place: "page" }));
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target instanceof HTMLDialogElement && target.open && target.matches(".unit-dialog"))
        tell(eventOf("unit_viewed", { unit: unitOf(target), place: "dialog" }));
    }
  }).observe(document, { subtree: true, attributeFilter: ["open"] });
}
