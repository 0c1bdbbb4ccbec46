import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sampleProps, units } from "../../gallery/sample.ts";
import { addListPage } from "../../tests/unit/list-page.ts";
import {
  SELECTION_KEY,
  readSelection,
  saveSelection,
} from "../stores/selection.ts";
import { parseCodes } from "./codes.ts";
import { MESSAGE_LIMIT, listMessage } from "./actions.ts";

describe("parseCodes", () => {
  it("reads codes as a person types them, each once", () => {
    expect(parseCodes(" O-305,o-310; O-310 ,,<b>,-x")).toEqual([
      "O-305",
      "O-310",
    ]);
    fc.assert(
      fc.property(fc.string(), (text) =>
        parseCodes(text).every((code) => /^[\w-]{1,32}$/.test(code)),
      ),
    );
  });
});

describe("listMessage", () => {
  it("has a line for each unit, and the link", () => {
    const text = listMessage(
      "Hola:",
      ["Oficina O-305: $1"],
      "https://a.b/c",
      "Ref. O-305",
    );
    expect(text).toBe("Hola:\nOficina O-305: $1\nhttps://a.b/c\nRef. O-305");
  });

  it("is below the limit and has every code, whatever twelve units are called and cost", () => {
    const unit = fc.record({
      code: fc.stringMatching(/^[A-Z0-9][A-Z0-9_-]{0,31}$/),
      line: fc.string({ maxLength: 120 }),
    });
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(unit, { maxLength: 12 }),
        (intro, listed) => {
          const codes = listed.map(({ code }) => code);
          const broker = encodeURIComponent("ñ".repeat(24));
          const text = listMessage(
            intro,
            listed.map(({ line }) => line),
            `https://a-long-development.example/en/inventario?unidades=${codes}&asesor=${broker}`,
            `Ref. ${codes.join(", ")}`,
          );
          const added = ` · ${"V".repeat(24)} · Asesor inmobiliario: ${"A".repeat(24)}`;
          expect(text.length + added.length).toBeLessThan(MESSAGE_LIMIT);
          for (const code of codes) expect(text).toContain(code);
        },
      ),
    );
  });
});

describe("the elements", () => {
  const writeText = vi.fn(async () => {});

  beforeEach(async () => {
    writeText.mockClear();
    vi.stubGlobal("navigator", {
      ...navigator,
      share: undefined,
      clipboard: { writeText },
    });
    const data = {
      version: 3,
      date: "2026-11-20",
      dateLabel: "",
      units: sampleProps("es").units,
    };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(data)));
    addListPage();
    document.body.insertAdjacentHTML(
      "beforeend",
      `<selection-bar hidden data-one="1 guardada" data-other="{{number}} guardadas" data-clear="Quitar" data-undo="Deshacer">
      <a data-count></a><button data-compare></button><button data-send></button><button data-clear></button>
      <dialog><list-actions data-offer codes=""></list-actions></dialog></selection-bar>
      <section data-selection hidden data-one="1 unidad" data-other="{{number}} unidades" data-gone="{{unit}} ya no" data-more="Hasta 12">
      <h2></h2><p role="status"></p><list-actions codes=""></list-actions><button data-compare></button></section>`,
    );
    await import("./index.ts");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    history.replaceState(null, "", "/");
  });

  it("saves and shares a unit", async () => {
    const tools = document.createElement("unit-tools");
    tools.setAttribute("code", "O-305");
    document.body.append(tools);
    const [save, share] = tools.querySelectorAll("button");
    expect(save).toHaveTextContent(/^Guardar$/);
    localStorage.setItem(SELECTION_KEY, '["O-310"]');
    dispatchEvent(new Event("storage"));
    save!.click();
    expect(save).toHaveAttribute("aria-pressed", "true");
    expect(save).toHaveTextContent(/^Guardada$/);
    expect(readSelection()).toEqual(["O-310", "O-305"]);
    share!.click();
    await vi.waitFor(() => expect(tools).toHaveTextContent("Enlace copiado"));
    expect(writeText).toHaveBeenCalledWith(
      `${location.origin}/inventario/O-305`,
    );
    tools.setAttribute("code", "O-999");
    expect(save).toHaveAttribute("aria-pressed", "false");
    expect(tools).not.toHaveTextContent("Enlace copiado");
    tools.remove();
  });

  it("shows a bar with the first saved unit, which undoes a removal", () => {
    const bar = document.querySelector<HTMLElement>("selection-bar")!;
    const [compare, send, clear] = bar.querySelectorAll("button");
    saveSelection([]);
    expect(bar.hidden).toBe(true);
    saveSelection(["O-310"]);
    expect(bar.hidden).toBe(false);
    expect(bar.querySelector("a")).toHaveTextContent(/^1 guardada$/);
    saveSelection(["O-310", "O-305"]);
    expect(bar.querySelector("a")).toHaveTextContent(/^2 guardadas$/);
    const actions = bar.querySelector("list-actions")!;
    expect(actions).toHaveAttribute("codes", "O-310,O-305");
    // The message to a client is the main action, the question to the seller is behind "more".
    const main = actions.querySelector("p")!.firstElementChild;
    expect(main).toHaveAttribute("data-client");
    expect(actions.querySelector("details")).toContainElement(
      actions.querySelector("[data-whatsapp]"),
    );
    const follow = vi.fn();
    addEventListener("popstate", follow, { once: true });
    compare!.click();
    expect(location.hash).toBe("#comparar");
    expect(follow).toHaveBeenCalledOnce();
    clear!.click();
    expect(readSelection()).toEqual([]);
    expect(bar.hidden).toBe(false);
    for (const button of [compare!, send!]) expect(button.hidden).toBe(true);
    expect(clear).toHaveTextContent("Deshacer");
    clear!.click();
    expect(readSelection()).toEqual(["O-310", "O-305"]);
    expect(send!.hidden).toBe(false);
    saveSelection([]);
    bar.remove();
  });

  it("prints up to four units as their comparison, more as the list", () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const actions = document.createElement("list-actions");
    actions.setAttribute("codes", "A,B,C,D");
    document.body.append(actions);
    const button = actions.querySelector<HTMLElement>("[data-print]")!;
    button.click();
    expect(print).not.toHaveBeenCalled();
    expect(location.hash).toBe("#comparar");
    expect(history.state).toEqual({ unit: 1, print: true });
    actions.setAttribute("codes", "A,B,C,D,E");
    button.click();
    expect(print).toHaveBeenCalledOnce();
    actions.remove();
  });

  it("heads the visitor's own list, and follows it", async () => {
    const { showList } = await import("./index.ts");
    const heading = document.querySelector<HTMLElement>("[data-selection]")!;
    const [first, second] = units;
    saveSelection([first!.code, second!.code]);
    history.replaceState(null, "", "/inventario?fav=1");
    const stop = await showList(heading);
    expect(heading.querySelector("h2")).toHaveTextContent("2 unidades");
    expect(document.documentElement).toHaveClass("is-list");
    saveSelection([second!.code]);
    expect(heading.querySelector("h2")).toHaveTextContent("1 unidad");
    expect(heading.querySelector("list-actions")).toHaveAttribute(
      "codes",
      second!.code,
    );
    saveSelection([]);
    expect(heading.hidden).toBe(true);
    expect(document.documentElement).not.toHaveClass("is-list");
    stop!();
    heading.remove();
  });

  it("sends an offer to a client, not to the seller, and copies it", async () => {
    const open = vi.fn();
    vi.stubGlobal("open", open);
    const free = units.find(
      ({ status, level, use }) =>
        status === "disponible" && level === 3 && use === "oficina",
    )!;
    const sold = units.find(({ status }) => status === "vendido")!;
    const actions = document.createElement("list-actions");
    actions.setAttribute("codes", `${free.code},${sold.code}`);
    document.body.append(actions);
    const client = actions.querySelector<HTMLElement>("[data-client]")!;
    const offered = (): string[] => {
      client.click();
      const address = new URL(open.mock.lastCall![0] as string);
      expect(address.origin + address.pathname).toBe("https://wa.me/");
      return address.searchParams.get("text")!.split("\n");
    };
    await vi.waitFor(() => expect(offered()[1]).toContain("Nivel 3"));
    const [intro, line, gone, url] = offered();
    expect(intro).toBe("Precios al 20:");
    expect(line).toBe(
      `Oficina ${free.code} · Nivel 3 · ${free.text.areas} · ${free.text.fields.price!}`,
    );
    expect(gone).toMatch(/ · Vendido$/);
    expect(gone).not.toContain("$");
    expect(url).toBe(
      `${location.origin}/inventario?unidades=${free.code},${sold.code}`,
    );
    const copy = actions.querySelector<HTMLElement>("[data-copy]")!;
    copy.click();
    await vi.waitFor(() =>
      expect(actions).toHaveTextContent("Selección copiada"),
    );
    expect(writeText).toHaveBeenCalledWith(offered().join("\n"));
    writeText.mockRejectedValueOnce(new Error("refused"));
    copy.click();
    await vi.waitFor(() => expect(actions).toHaveTextContent("No se copió:"));
    expect(actions).toHaveTextContent(free.code);
    actions.remove();
  });

  it("says in words what a list has, what is gone and what is sold", async () => {
    const { showList } = await import("./index.ts");
    const sold = units.find(({ status }) => status === "vendido")!;
    const free = units.find(({ status }) => status === "disponible")!;
    document.body.dataset.brokerQuery = "asesor=ANA";
    history.replaceState(
      null,
      "",
      `/inventario?unidades=${free.code.toLowerCase()},${sold.code},o-999`,
    );
    const heading = document.querySelector<HTMLElement>("[data-selection]")!;
    await showList(heading);
    expect(heading.hidden).toBe(false);
    expect(heading.querySelector("h2")).toHaveTextContent("2 unidades");
    expect(heading.querySelector("p")).toHaveTextContent("O-999 ya no");
    const chat = (): string =>
      new URL(
        heading.querySelector<HTMLAnchorElement>("[data-whatsapp]")!.href,
      ).searchParams.get("text")!;
    await vi.waitFor(() => expect(chat()).toContain("Vendido"));
    expect(chat().split("\n")).toHaveLength(5);
    expect(chat()).toMatch(
      new RegExp(`asesor=ANA\\nRef. ${free.code}, ${sold.code}$`),
    );
    expect(heading.querySelector("list-actions")).toBeVisible();
    const request = heading.querySelector<HTMLAnchorElement>("[data-request]")!;
    expect(request.search).toBe(`?unidades=${free.code},${sold.code}`);
    expect(request.hash).toBe("#contact");
    expect(request.pathname).toBe("/contacto");
    const offices = units
      .filter(({ use }) => use === "oficina")
      .map(({ code }) => code);
    heading
      .querySelector("list-actions")!
      .setAttribute("codes", offices.slice(0, 2).join());
    await vi.waitFor(() => expect(request.pathname).toBe("/contacto-oficinas"));
    heading
      .querySelector("list-actions")!
      .setAttribute("codes", `${offices[0]!},${sold.code}`);
    await vi.waitFor(() => expect(request.pathname).toBe("/contacto"));
    history.replaceState(null, "", "/inventario?unidades=o-999");
    await showList(heading);
    expect(heading.querySelector("h2")).toHaveTextContent("0 unidades");
    expect(heading.querySelector("list-actions")).not.toBeVisible();
  });
});
