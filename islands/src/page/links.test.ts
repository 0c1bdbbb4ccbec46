import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leavesPage } from "./loading.ts";
import { prefetchable } from "./prefetch.ts";

beforeEach(() => window.history.replaceState(null, "", "/inventario"));
afterEach(() => (document.body.innerHTML = ""));

describe("prefetchable (S5c)", () => {
  const addresses = (html: string) => {
    document.body.innerHTML = html;
    return prefetchable().map((address) => new URL(address).pathname);
  };

  it("returns each page of the site once, links in the content first", () => {
    expect(
      addresses(`<header><a href="/contacto">c</a></header>
        <main><a href="/oficinas-lujo#amenities">a</a><a href="/oficinas-lujo">o</a></main>`),
    ).toEqual(["/oficinas-lujo", "/contacto"]);
  });

  it("skips everything that is not another page of the site", () => {
    expect(
      addresses(`<a href="/inventario#top">here</a><a href="https://other.example/x">other</a><a href="mailto:a@b.c">m</a>
        <a href="tel:+52">t</a><a href="/pdf/Muestra-brochure.pdf">pdf</a><a href="/api/health">api</a>
        <a href="/contacto?unidad=1">query</a><a href="/b" target="_blank">new</a><a href="/c" download>file</a>`),
    ).toEqual([]);
  });

  it("returns at most eight addresses", () => {
    const html = Array.from(
      { length: 50 },
      (_, index) => `<a href="/p${index}">x</a>`,
    ).join("");
    expect(addresses(html)).toHaveLength(8);
  });
});

describe("leavesPage (S5b)", () => {
  const leaves = (html: string, init: MouseEventInit = {}) => {
    document.body.innerHTML = html;
    let result: boolean | undefined;
    addEventListener(
      "click",
      (event) => {
        result = leavesPage(event);
        event.preventDefault();
      },
      { once: true },
    );
    const target =
      document.body.querySelector("b") ?? document.body.firstElementChild!;
    target.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, ...init }),
    );
    return result;
  };

  it.each([
    ['<a href="/contacto"><b>x</b></a>', true],
    ['<a href="/inventario">same page, reloaded</a>', true],
    ['<a href="/inventario#top">x</a>', false],
    ['<a href="/contacto#form">x</a>', true],
    ['<a href="/contacto" target="_blank">x</a>', false],
    ['<a href="/brochure" download>x</a>', false],
    ['<a href="/pdf/x.pdf">x</a>', false],
    ['<a href="https://other.example/">x</a>', false],
    ["<p>x</p>", false],
  ])("%s: %s", (html, expected) => {
    expect(leaves(html)).toBe(expected);
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])("is false for a click with %o", (init) => {
    expect(leaves('<a href="/contacto">x</a>', init)).toBe(false);
  });
});
