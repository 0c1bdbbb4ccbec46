// What the page says about lists, in `<div id="lists" data-...>`: texts, addresses, and the data file of the units.
import type { InventoryData, Unit } from "../types.ts";

export const texts = (): Readonly<DOMStringMap> =>
  document.getElementById("lists")!.dataset;

/** The address of the inventory with a list of units. */
export function listUrl(codes: readonly string[]): string {
  return `${location.origin}${texts().inventory}?unidades=${codes.join(",")}`;
}

let data: Promise<Unit[]> | undefined;

/** The units with the prices and statuses of the day; none when they cannot be loaded. */
export const loadUnits = (): Promise<Unit[]> =>
  (data ??= fetch(texts().units!, { cache: "no-cache" })
    .then((answer) => answer.json())
    .then(({ units }: InventoryData) => units)
    .catch(() => []));

/** An address of the site, with the broker whose link brought the visitor: broker.ts writes it on the page. */
export function withBroker(url: string): string {
  const { brokerQuery } = document.body.dataset;
  return brokerQuery
    ? `${url}${url.includes("?") ? "&" : "?"}${brokerQuery}`
    : url;
}

/** Opens the share sheet of the device, which needs no message; without one copies the link. */
export async function shareLink(
  address: string,
): Promise<"copied" | "copy_failed" | null> {
  const url = withBroker(address);
  try {
    if (navigator.share) {
      await navigator.share({ url, title: document.title });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return (error as Error).name === "AbortError" ? null : "copy_failed";
  }
}

/** Shares an address of the site, and writes the result into `status`, if there is something to say. */
export async function share(url: string, status: Element): Promise<void> {
  const { copied, failed } = texts();
  const outcome = await shareLink(url);
  status.textContent =
    { copied: copied!, copy_failed: `${failed!} ${url}` }[outcome!] ?? "";
}

/** Copies a text, and writes the result into `status`; a text that cannot be copied is shown, to be copied by hand. */
export async function copyText(text: string, status: Element): Promise<void> {
  const { offer_copied, offer_failed } = texts();
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = offer_copied!;
  } catch {
    status.textContent = `${offer_failed!} ${text}`;
  }
}
