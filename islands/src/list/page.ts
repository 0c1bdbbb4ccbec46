// What the page says about lists, in `<div id="lists" data-...>`: texts, addresses, and the data file of the units.
import { shareLink } from "./share.ts";
import type { InventoryData, Unit } from "../types.ts";

/** The attributes of the element. */
export type ListTexts = Readonly<Record<string, string>>;

/** The texts and addresses of the page. */
export const texts = (): ListTexts => document.getElementById("lists")!.dataset as ListTexts;

/** The address of a page of the site with a list of units. */
export function listUrl(path: string, codes: readonly string[], name = "unidades"): string {
  return `${location.origin}${path}?${name}=${codes.join(",")}`;
}

let data: Promise<readonly Unit[]> | undefined;

/** The units with the prices and statuses of the day; none when they cannot be loaded. */
export function loadUnits(): Promise<InventoryData["units"]> {
  return (data ??= fetch(texts().units!, { cache: "no-cache" })
    .then((answer) => answer.json() as Promise<InventoryData>)
    .then(
      ({ units }) => units,
      () => [],
    )) as Promise<InventoryData["units"]>;
}

/** Shares an address of the site; resolves to the result, if there is something to say. */
export async function share(url: string): Promise<string> {
  const { copied, failed } = texts();
  const outcome = await shareLink(url);
  return { copied: copied!, copy_failed: `${failed!} ${url}` }[outcome!] ?? "";
}
