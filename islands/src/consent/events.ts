// The events for measurement. They have only the fields listed here, so that none can contain who the visitor is.
import { readTracking } from "../page/tracking.ts";
import { unitOf } from "../page/unit.ts";
import { SITE_EVENT } from "./site-event.ts";

/** The events and their fields. Every event also has `page` (the path) and the stored tracking values. */
const FIELDS = {
  lead_sent: ["form", "unit", "reference"],
  brochure_downloaded: [],
  unit_viewed: ["unit", "place"],
  whatsapp_pressed: ["unit", "place"],
  phone_pressed: ["unit", "place"],
} as const;

export type EventName = keyof typeof FIELDS;

export type SiteEvent = { event: EventName; page: string } & Record<
  string,
  string
>;

/** True for identifiers (names, unit codes, references): without spaces or @, and without digits like a phone number. */
const isCode = (field: string, value: unknown): value is string =>
  typeof value === "string" &&
  /^[\w./-]{1,80}$/.test(value) &&
  (field === "reference" || !/\d{7}/.test(value));

/** Makes an entry. Fields that are not listed, and values that are not identifiers, are left out. */
export function eventOf(
  name: EventName,
  given: Record<string, unknown> = {},
): SiteEvent {
  const event: SiteEvent = { event: name, page: location.pathname };
  for (const field of FIELDS[name]) {
    const value = given[field];
    if (isCode(field, value)) event[field] = value;
  }
  for (const [field, value] of Object.entries(readTracking().values)) {
    if (typeof value === "string" && !/@|%40/.test(value)) event[field] = value;
  }
  return event;
}

/** The parts of a page where a link can be, as selectors. */
const PLACES = {
  floating: ".floating",
  failure: ".form-alert",
  unit: ".unit-dialog, .unit",
  header: "header",
  footer: "footer",
};

/** The event of a click or of a `site-event`; undefined when it is not counted. */
export function readEvent({
  type,
  target,
  detail,
}: Event & { detail?: unknown }): SiteEvent | undefined {
  if (type === SITE_EVENT) {
    const { event, ...given } = detail as { event: EventName };
    return Object.hasOwn(FIELDS, event) ? eventOf(event, given) : undefined;
  }
  const link = (target as Element).closest?.("a");
  if (!link) return undefined;
  const place =
    Object.entries(PLACES).find(([, selector]) =>
      link.closest(selector),
    )?.[0] ?? "page";
  const about = { unit: unitOf(link), place };
  if (link.protocol === "tel:") return eventOf("phone_pressed", about);
  if (link.hostname === "wa.me") return eventOf("whatsapp_pressed", about);
  const isBrochure = /^\/pdf\/.*brochure[^/]*\.pdf$/.test(link.pathname);
  return isBrochure ? eventOf("brochure_downloaded") : undefined;
}
