// `<list-actions codes="O-305,O-310">`: WhatsApp, the form, the link and paper for several units, from a `<template>` of the page.
// One action is the main one, the others are behind "more": the question to the seller, or with `data-offer` the message to a client.
import { hasCode, parseCodes } from "./codes.ts";
import { cut } from "../page/cut.ts";
import { openComparison } from "./compare.ts";
import { PRINT_LIMIT } from "./limits.ts";
import { offerLine, offerMessage } from "./offer.ts";
import {
  copyText,
  listUrl,
  loadUnits,
  share,
  texts,
  withBroker,
} from "./page.ts";
import { labelOf } from "../selector/unit-links.ts";
import { offersOf } from "../stores/offers.ts";
import type { Unit } from "../types.ts";

/** More characters than this are inconvenient to read and to edit on a phone. */
export const MESSAGE_LIMIT = 1000;

/** The most that the page script adds to the reference: the campaign and the broker. */
const ORIGIN_LIMIT = 100;

/** The introduction, the line of each unit unless that would be too long, the link and the reference. */
export function listMessage(
  intro: string,
  lines: readonly string[],
  url: string,
  reference: string,
): string {
  const text = [intro, ...lines, url, reference].join("\n");
  return text.length < MESSAGE_LIMIT - ORIGIN_LIMIT
    ? text
    : `${cut(intro, 100)}\n${url}\n${reference}`;
}

/** The line of a unit: its name, and its price of the day or that it is not available. */
function lineOf(unit: Unit): string {
  const { use, status, text } = unit;
  const { [status]: label, ...words } = texts();
  const name = `${words[`use_${use}`] ?? ""} ${labelOf(unit)}`.trim();
  const offer = {
    disponible: offersOf(text),
    reservado: `${offersOf(text)}, ${label}`,
    vendido: label!,
  }[status];
  return `${name}: ${offer}`;
}

export class ListActions extends HTMLElement {
  static readonly observedAttributes = ["codes"];
  /** What a broker sends; written before it is asked for, because a browser opens windows only during the press. */
  private offer = "";

  connectedCallback(): void {
    const template =
      document.querySelector<HTMLTemplateElement>("#list-actions")!;
    this.replaceChildren(template.content.cloneNode(true));
    const status = this.querySelector("[role=status]")!;
    const [client, chat] = [this.control("client"), this.control("whatsapp")];
    if ("offer" in this.dataset) {
      const details = this.querySelector("details")!;
      details.open = true;
      chat.before(client);
      details.lastElementChild!.prepend(chat);
      for (const action of [client, chat]) action.classList.toggle("is-main");
    }
    this.control("share").onclick = () =>
      void share(listUrl(this.codes), status);
    // Not a link: links to WhatsApp get the campaign and the broker, and count as questions to the seller.
    client.onclick = () =>
      void open(
        `https://wa.me/?text=${encodeURIComponent(this.offer)}`,
        "_blank",
        "noopener",
      );
    this.control("copy").onclick = () => void copyText(this.offer, status);
    // More units than a page has columns for are printed as the list that the page shows.
    this.control("print").onclick = () => {
      const isComparison = this.closest(".compare");
      if (isComparison || this.codes.length > PRINT_LIMIT) return print();
      this.closest("dialog")?.close();
      openComparison(true);
    };
    void this.link();
  }

  private control(name: string): HTMLElement {
    return this.querySelector<HTMLElement>(`[data-${name}]`)!;
  }

  attributeChangedCallback(): void {
    // An element that the parser found gets its attributes before it is connected.
    if (this.childElementCount) void this.link();
  }

  private get codes(): string[] {
    return parseCodes(this.getAttribute("codes")!);
  }

  private async link(): Promise<void> {
    const { codes } = this;
    this.hidden = !codes.length;
    const { intro, intro_one, reference, offer } = texts();
    const request = this.querySelector<HTMLAnchorElement>("[data-request]");
    if (request) request.search = `?unidades=${codes.join(",")}`;
    const chat = this.querySelector<HTMLAnchorElement>("[data-whatsapp]")!;
    const url = withBroker(listUrl(codes));
    const write = (
      names: readonly string[],
      lines: readonly string[],
      offered: readonly string[],
    ): void => {
      this.offer = offerMessage(offer!, offered, url);
      const about = reference! + names.join(", ");
      const text = listMessage(
        codes.length === 1 ? intro_one! : intro!,
        lines,
        url,
        about,
      );
      chat.href = `${chat.href.split("?")[0]}?text=${encodeURIComponent(text)}`;
    };
    // Until the prices are there.
    write(codes, codes, codes);
    const units = await loadUnits();
    const known = codes.flatMap(
      (code) => units.find((unit) => hasCode([code], unit.code)) ?? [],
    );
    if (!known.length) return;
    const words = texts();
    write(
      known.map(labelOf),
      known.map(lineOf),
      known.map((unit) => offerLine(unit, words)),
    );
    // The form of a use asks for less.
    const [use, ...others] = new Set(known.map((unit) => unit.use));
    const form = texts()[`form_${use}`];
    if (!request) return;
    request.dataset.request ||= request.pathname;
    request.pathname = (!others.length && form) || request.dataset.request;
  }
}
