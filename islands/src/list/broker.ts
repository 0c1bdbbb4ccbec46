// The broker whose link brought the visitor: named on the page, and in the seller's place in chats and calls.
import { cut } from "../page/cut.ts";
import { codeOf } from "../page/followed.ts";
import { forgetBroker, readTracking } from "../page/tracking.ts";

/** More characters of a name are cut: the text is from an address that anybody may have written. */
const NAME_LIMIT = 32;

export interface Broker {
  /** Letters, digits, spaces, hyphens and apostrophes. */
  name: string;
  /** Ten digits, or up to 15 with the country code; "" for none. */
  phone: string;
}

/** The broker of `?asesor=Ana+Ruiz&tel=9845550162`; none for a name without a letter, or that may be an e-mail address. */
export function readBroker(): Broker | undefined {
  const { asesor = "", tel = "" } = readTracking().values;
  const plain = String(asesor).replace(/[^\p{L}\p{M}\d '’-]+/gu, " ");
  const name = cut(plain.replace(/\s+/g, " ").trim(), NAME_LIMIT);
  const phone = String(tel).replace(/\D/g, "");
  if (!/\p{L}/u.test(name) || String(asesor).includes("@")) return undefined;
  return { name, phone: /^\d{10,15}$/.test(phone) ? phone : "" };
}

/** The number with a country code, if it has none that of the number in whose place it is. */
const international = (phone: string, replaced: string): string =>
  phone.length === 10
    ? replaced.replace(/\D/g, "").slice(0, -10) + phone
    : phone;

/** `984 555 0162`, or all digits after a plus sign. */
const readable = (phone: string): string =>
  phone.length === 10 ? phone.replace(/(...)(...)/, "$1 $2 ") : `+${phone}`;

/** Puts the broker in the seller's place; returns what ends that for chats. */
export function introduceBroker(): (() => void) | undefined {
  const broker = readBroker();
  if (!broker) return undefined;
  const { name, phone } = broker;
  document.body.dataset.brokerQuery = `asesor=${encodeURIComponent(name)}${phone && `&tel=${phone}`}`;
  nameOnPage(broker);
  const calls = ["header", ".contact-ways"].map(
    (part) => `${part} a[href^="tel:"]`,
  );
  if (phone)
    for (const link of document.querySelectorAll<HTMLAnchorElement>(
      calls.join(),
    )) {
      link.href = `tel:+${international(phone, link.href)}`;
      link.lastChild!.textContent = readable(phone);
      if (link.hasAttribute("aria-label"))
        link.setAttribute("aria-label", `${name}, ${readable(phone)}`);
    }
  const complete = ({ target }: Event): void => {
    const link = (target as Element).closest?.("a");
    // A link without a number leaves the choice of the receiver.
    if (link?.hostname !== "wa.me" || link.pathname === "/") return;
    if (phone) link.pathname = `/${international(phone, link.pathname)}`;
    // ` · Asesor: ANA`
    const added = encodeURIComponent(
      ` · ${document.body.dataset.broker}: ${codeOf(name)}`,
    );
    if (!phone && !link.href.includes(added)) link.href += added;
  };
  // In the capture phase, before anything reads the address of the link.
  const stop = new AbortController();
  for (const type of ["pointerdown", "click"])
    addEventListener(type, complete, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

/** A line before the content: `Su asesor: Ana Ruiz · 984 555 0162`, and a button that forgets the broker. */
function nameOnPage({ name, phone }: Broker): void {
  const { advisor, remove } = document.body.dataset;
  const line = document.createElement("p");
  line.className = "broker";
  const shown = document.createElement("span");
  const text = [name, phone && readable(phone)].filter(Boolean).join(" · ");
  shown.textContent = `${advisor}: ${text}`;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = remove!;
  button.onclick = () => {
    forgetBroker();
    // The address would name the broker again.
    const address = new URL(location.href);
    for (const key of ["asesor", "tel"]) address.searchParams.delete(key);
    history.replaceState(history.state, "", address);
    location.reload();
  };
  line.append(shown, button);
  document.querySelector("main")?.before(line);
}
