// Counts events of this page (docs/leads.md): one request without a body for each, whose query has the event and the class of
// page, never who it was. Nothing is stored on the device or read from it. On the page only with `counts: true` in site.yaml.
import { SITE_EVENT } from "../consent/site-event.ts";
import { whenIdle, whenShown } from "../page/idle.ts";
import { unitOf, watchUnits } from "../page/unit.ts";
import type { Send } from "./event.ts";

const page = document.querySelector<HTMLMetaElement>(
  "meta[name=site-counts]",
)?.content;
const asksNot =
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ||
  navigator.doNotTrack === "1";

/** What the lead function accepts (functions/src/counts/event.rs): short, visible, and not like a link or a telephone number. */
const CAMPAIGN =
  /^(?!.*(\/\/|[\p{L}\p{N}]\.\p{L}))((?!\p{DI})[\p{L}\p{N} ._+|:/,-]){1,60}$/u;
const NUMBER = /\p{N}{7}|(\p{N}([ ._+|:/,-]|\p{L}(?!\p{L}))*){10}/u;

/** The campaign in the first of these addresses that has one; empty if there is none, or if it could name a person. */
export function campaignOf(address: string, referrer: string): string {
  const { origin } = new URL(address);
  const own = [address, referrer].filter((url) => url.startsWith(`${origin}/`));
  const named = own.map((url) =>
    new URL(url).searchParams.get("utm_campaign")?.trim(),
  );
  const campaign = named.find(Boolean) ?? "";
  return CAMPAIGN.test(campaign) && !NUMBER.test(campaign) ? campaign : "";
}

// Firefox gives no referrer when a service worker answers for the page; then the page before is that of the tab's history.
const before =
  document.referrer || (window.navigation?.activation?.from?.url ?? "");
// Read now: the inventory writes its filters into the address.
const campaign = campaignOf(location.href, before);

const send: Send = (event, value) => {
  const query = new URLSearchParams({
    e: event,
    p: page!,
    l: document.documentElement.lang,
    d: matchMedia("(width < 768px)").matches ? "phone" : "desktop",
  });
  if (campaign) query.set("c", campaign);
  if (value) query.set("v", value);
  navigator.sendBeacon(`/api/count?${query}`);
};

/** The unit of a form: the first one that its post would have. */
const unitOfForm = (form: Element) =>
  form
    .querySelector<HTMLInputElement>("[name=unit]")
    ?.value.split(",")[0]!
    .trim();

/** Forms in which something was typed, and filters of the inventory that were used: each counts once. */
const used = new WeakSet<Element>();

function onInput({ target }: Event): void {
  const form = (target as Element).closest("form");
  if (!form || used.has(form)) return;
  const isFilter = form.matches(".inventory-controls");
  if (
    isFilter
      ? (target as Element).closest(".inventory-views")
      : !form.closest(".contact-form")
  )
    return;
  used.add(form);
  if (isFilter) send("filter");
  else send("begun", unitOfForm(form));
}

function onClick({ target }: Event): void {
  const link = (target as Element).closest?.("a");
  if (!link) return;
  if (link.protocol === "tel:") send("call", unitOf(link));
  else if (link.hostname === "wa.me") send("whatsapp", unitOf(link));
  else if (link.pathname.endsWith(".pdf")) send("pdf", unitOf(link));
}

function start(): void {
  send("opened");
  watchUnits((unit) => send("unit", unit));
  // In the capture phase, so that `stopPropagation` elsewhere does not prevent counting.
  addEventListener("input", onInput, true);
  addEventListener("click", onClick, true);
  // Of a form whose lead was accepted.
  addEventListener(
    SITE_EVENT,
    ({ target }) => send("sent", unitOfForm(target as Element)),
    true,
  );
  whenIdle(
    () =>
      void import("./measure.ts").then(
        ({ measure }) => measure(send),
        console.info,
      ),
  );
}

if (page && !asksNot) whenShown(start);
