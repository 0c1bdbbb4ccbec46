import { beforeEach, describe, expect, it } from "vitest";
import { exchangeParts } from "./exchange.ts";

const HEAD =
  '<link rel="stylesheet" href="/a.css"><script src="/a.js"></script>';
const PRICE = `<section data-live="price"><p>$1</p><details><summary>Plan</summary><b>$2</b></details></section>`;

const parse = (body: string, head = HEAD): Document =>
  new DOMParser().parseFromString(
    `<html><head>${head}</head><body>${body}</body></html>`,
    "text/html",
  );
/** The body of a page after its live parts were exchanged for those of another one. */
const exchanged = (shown: Document, fresh: Document): string => {
  exchangeParts(shown, fresh);
  return shown.body.innerHTML;
};

describe("live parts", () => {
  let shown: Document;
  beforeEach(() => {
    shown = parse(
      `<h1>Old</h1><p class="is-disponible" data-live="status">Free</p>${PRICE}`,
    );
  });

  it("get the texts, attributes and elements of the newer page, which other elements keep", () => {
    const fresh = parse(
      `<h1>New</h1><p class="is-vendido" title="x" data-live="status">Sold</p><section data-live="price"><i>$3</i></section>`,
    );
    expect(exchanged(shown, fresh)).toBe(
      `<h1>Old</h1><p class="is-vendido" data-live="status" title="x">Sold</p><section data-live="price"><i>$3</i></section>`,
    );
  });

  it("keep the elements that stay, and what the visitor opened", () => {
    const details = shown.querySelector("details")!;
    details.setAttribute("open", "");
    const fresh = parse(
      `<p data-live="status">Free</p>${PRICE.replace("$2", "$4")}`,
    );
    expect(exchanged(shown, fresh)).toContain(
      '<details open=""><summary>Plan</summary><b>$4</b></details>',
    );
    expect(shown.querySelector("details")).toBe(details);
  });

  it("replace an island only when its props have changed", () => {
    const island = (wish: string, content: string) =>
      `<div data-live="form"><site-island props='{"wish":"${wish}"}'>${content}</site-island></div>`;
    shown = parse(island("visit", "<b>drawn</b>"));
    expect(exchanged(shown, parse(island("visit", "built")))).toBe(
      shown.body.innerHTML,
    );
    expect(shown.body.textContent).toBe("drawn");
    expect(exchanged(shown, parse(island("notify", "built")))).toContain(
      "notify",
    );
    expect(shown.body.textContent).toBe("built");
  });

  it.each<[string, string, string?]>([
    [
      "has another part",
      `<p data-live="status">Sold</p>${PRICE}<p data-live="date">x</p>`,
    ],
    [
      "has its parts in another order",
      `${PRICE}<p data-live="status">Sold</p>`,
    ],
    ["lacks a part", `<p data-live="status">Sold</p>`],
    [
      "needs another style sheet",
      `<p data-live="status">Sold</p>${PRICE}`,
      HEAD.replace("a.css", "b.css"),
    ],
    [
      "needs another script",
      `<p data-live="status">Sold</p>${PRICE}`,
      HEAD.replace("a.js", "b.js"),
    ],
  ])("stay, all of them, when the newer page %s", (_, body, head) => {
    const before = shown.body.innerHTML;
    expect(exchanged(shown, parse(body, head))).toBe(before);
  });

  it("are exchanged on a page whose scripts added files", () => {
    shown.head.insertAdjacentHTML(
      "beforeend",
      '<link rel="stylesheet" href="/consent.css">',
    );
    expect(
      exchanged(shown, parse(`<p data-live="status">Sold</p>${PRICE}`)),
    ).toContain(">Sold</p>");
  });
});
