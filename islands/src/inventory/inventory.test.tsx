import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { htmlOf, LANGS, showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach, serveInventory } from "../../tests/unit/unit-islands.ts";
import {
  manyUnits,
  sampleProps,
  strangeUnits,
  units,
  type PricedUnit,
} from "../../gallery/sample.ts";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import { STATUSES } from "../plan/status.tsx";
import type { Status, Unit } from "../types.ts";
import { saveSelection } from "../stores/selection.ts";
import Inventory from "./index.tsx";

const words = {
  es: {
    count: "69 unidades",
    some: "35 unidades de 69",
    available: "Solo disponibles",
    kept: "Guardada L-102",
    none: "Aún no guarda ninguna.",
    clear: "Limpiar filtros",
    empty: "No hay datos",
    price: "Precio",
    level: "Nivel",
    most: /^Precio hasta/,
    least: /^Precio desde/,
    number: "Escriba una cantidad",
    crossed: "El máximo es menor que el mínimo",
    nearest: "Las más parecidas que siguen disponibles",
    also: "Ver también 34 apartadas y vendidas",
    rest: "Ver más unidades",
    visual: "Plano",
    otherLevels: "Nivel 3, Penthouse: 0 unidades",
    suffix: "+ IVA",
    legend: ["Disponible", "Apartado", "Vendido"],
    columns: [
      "Unidad",
      "Nivel",
      "Baños",
      "Interior",
      "Terraza",
      "Área m²",
      "Precio",
      "Tipología",
      "Estado",
    ],
    sort: "Ordenar por",
    keep: "Guardar L-102",
    share: "Compartir esta vista",
    copied: "Enlace copiado",
  },
  en: {
    count: "69 units",
    some: "35 units of 69",
    available: "Available only",
    kept: "Saved L-102",
    none: "You have not saved any yet.",
    clear: "Clear filters",
    empty: "No data",
    price: "Price",
    level: "Level",
    most: /^Price up to/,
    least: /^Price from/,
    number: "Enter an amount",
    crossed: "The maximum is below the minimum",
    nearest: "The closest units still available",
    also: "Also show 34 reserved and sold units",
    rest: "See more units",
    visual: "Plan",
    otherLevels: "Level 3, Penthouse: 0 units",
    suffix: "+ VAT",
    legend: ["Available", "Reserved", "Sold"],
    columns: [
      "Unit",
      "Level",
      "Bathrooms",
      "Interior",
      "Terrace",
      "Area m²",
      "Price",
      "Type",
      "Status",
    ],
    sort: "Sort by",
    keep: "Save L-102",
    share: "Share this view",
    copied: "Link copied",
  },
};

resetEach();

const rows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>("tbody tr"),
];
/** The list becomes interactive in a task after the first render. */
const interactive = async (): Promise<void> => {
  await waitFor(() =>
    expect(document.querySelector("thead button")).toBeEnabled(),
  );
};
const shownCodes = (): string[] =>
  rows().map((row) => row.querySelector("th")!.textContent!);
const codes = (list: readonly Unit[]): string[] =>
  list.map((unit) => unit.code);
/** The order without a choice: available units first, then by price. */
const listed = (list: readonly PricedUnit[]): PricedUnit[] =>
  STATUSES.flatMap((wanted) =>
    list
      .filter((unit) => unit.status === wanted)
      .sort((a, b) => a.price - b.price),
  );
const status = (): string => screen.getAllByRole("status")[0]!.textContent!;

describe.each(LANGS)("the inventory in %s", (lang) => {
  const word = words[lang];
  const props = sampleProps(lang);
  const show = (
    address = "/inventario",
    more: Partial<UnitIslandProps> = {},
  ) => {
    history.replaceState(null, "", address);
    return showIsland(Inventory, { ...props, ...more } as UnitIslandProps);
  };

  it("lists every unit with eight columns and its status", () => {
    show();
    expect(shownCodes()).toEqual(codes(listed(units)));
    const headers = screen.getAllByRole("columnheader").slice(0, 9);
    expect(headers.map((header) => header.textContent)).toEqual(word.columns);
    expect(
      headers.every((header) => header.getAttribute("aria-sort") === "none"),
    ).toBe(true);
    expect(rows()[0]).toHaveTextContent(`$3,200,000 MXN ${word.suffix}`);
    expect(status()).toBe(word.count);
  });

  it("has a legend for its colours", () => {
    show();
    const legend = document.querySelector(".legend")!;
    expect([...legend.children].map((item) => item.textContent)).toEqual(
      word.legend,
    );
  });

  it("filters, announces the count, updates the URL, and clears the filters", async () => {
    show();
    const user = userEvent.setup();
    await user.click(screen.getByLabelText(word.available));
    expect(shownCodes()).toEqual(codes(listed(units).slice(0, 35)));
    expect(status()).toBe(word.some);
    expect(location.search).toBe("?disp=1");
    await user.selectOptions(screen.getByLabelText(word.level), "3");
    expect(location.search).toBe("?disp=1&nivel=3");
    await user.type(screen.getByLabelText(word.most), "4.5");
    const cheap = units.filter(
      (unit) =>
        unit.status === "disponible" &&
        unit.level === 3 &&
        unit.price <= 450_000_000,
    );
    expect(shownCodes()).toEqual(codes(listed(cheap)));
    expect(location.search).toBe("?disp=1&nivel=3&precio_max=4.5");
    await user.click(screen.getByRole("button", { name: word.clear }));
    expect(shownCodes()).toHaveLength(69);
    expect(location.search).toBe("");
    expect(screen.getByLabelText(word.most)).toHaveValue("");
  });

  it("adds a history entry for a choice and replaces it while typing", async () => {
    show();
    const user = userEvent.setup();
    const length = history.length;
    await user.click(screen.getByLabelText(word.available));
    expect(history.length).toBe(length + 1);
    await user.type(screen.getByLabelText(word.most), "12");
    expect(history.length).toBe(length + 1);
  });

  it("sorts by every column: ascending, descending, and back", async () => {
    show();
    const user = userEvent.setup();
    // Among the elements of the whole list, roles take much longer to find.
    const head = within(document.querySelector("thead")!);
    for (const column of word.columns) {
      const header = head.getByRole("columnheader", { name: column });
      const button = within(header).getByRole("button");
      await user.click(button);
      expect(header).toHaveAttribute("aria-sort", "ascending");
      await user.click(button);
      expect(header).toHaveAttribute("aria-sort", "descending");
      expect([...shownCodes()].sort()).toEqual(codes(units).sort());
      await user.click(button);
      expect(header).toHaveAttribute("aria-sort", "none");
      expect(shownCodes()).toEqual(codes(listed(units)));
    }
  });

  it("sorts by the select of a phone", async () => {
    show("/inventario?orden=area");
    const select = screen.getByLabelText(word.sort);
    expect(select).toHaveValue("area");
    await userEvent.setup().selectOptions(select, "-precio");
    expect(location.search).toBe("?orden=-precio");
    const prices = units.map((unit) => unit.price).sort((a, b) => b - a);
    expect(rows()[0]).toHaveTextContent(
      `$${(prices[0]! / 100).toLocaleString("en-US")}`,
    );
    await userEvent.setup().selectOptions(select, "");
    expect(shownCodes()).toEqual(codes(listed(units)));
  });

  it("shows the state in the URL, and follows the back button", async () => {
    show("/inventario?nivel=3&disp=1&orden=precio");
    const matching = units.filter(
      (unit) => unit.level === 3 && unit.status === "disponible",
    );
    expect([...shownCodes()].sort()).toEqual(codes(matching).sort());
    expect(
      screen.getByRole("columnheader", { name: word.price }),
    ).toHaveAttribute("aria-sort", "ascending");
    expect(screen.getByLabelText(word.level)).toHaveValue("3");
    history.replaceState(null, "", "/inventario");
    fireEvent(window, new PopStateEvent("popstate"));
    await waitFor(() => expect(shownCodes()).toHaveLength(69));
  });

  it("shows a message when no unit matches", async () => {
    show("/inventario?area_min=999");
    expect(screen.getByText(word.empty)).toBeVisible();
    expect(screen.getByRole("table")).toBeVisible();
    expect(screen.getByText(word.nearest)).toBeVisible();
    expect(document.querySelectorAll("tbody tr.is-disponible")).toHaveLength(4);
    const clear = document.querySelector<HTMLElement>(
      ".inventory-empty button",
    )!;
    await userEvent.setup().click(clear);
    expect(shownCodes()).toHaveLength(69);
    expect(screen.queryByRole("button", { name: word.clear })).toBeNull();
  });

  it("opens a unit by a press anywhere in its row, but not on its buttons", async () => {
    show();
    const user = userEvent.setup();
    await interactive();
    const opened: string[] = [];
    const onClick = (event: Event): void => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(
        "tbody a",
      );
      if (link) opened.push(link.pathname);
      event.preventDefault();
    };
    document.addEventListener("click", onClick);
    const row = rows()[0]!;
    await user.click(row.querySelector(".col-price")!);
    await user.click(row.querySelector("a")!);
    await user.click(row.querySelector(".save")!);
    document.removeEventListener("click", onClick);
    expect(opened).toEqual([1, 2].map(() => row.querySelector("a")!.pathname));
  });

  it("keeps units that are not available in a group of their own, unless an order mixes them", async () => {
    show();
    const taken = document.querySelector(".inventory-folded")!;
    expect(taken.querySelectorAll("tr")).toHaveLength(34);
    expect(taken.querySelector(".is-disponible")).toBeNull();
    expect(screen.getByText(word.also)).toHaveAttribute("href", `#${taken.id}`);
    await interactive();
    await userEvent
      .setup()
      .selectOptions(screen.getByLabelText(word.sort), "precio");
    expect(
      document.querySelector(".inventory-folded .is-disponible"),
    ).not.toBeNull();
    expect(shownCodes()).toHaveLength(69);
  });

  it("folds no available unit of a secondary use with the others", () => {
    const few = ["oficina", "local"].flatMap((use) =>
      units.filter((unit) => unit.use === use).slice(0, 9),
    );
    show("/inventario", {
      units: few.map((unit) => ({ ...unit, last: unit.use === "local" })),
    });
    const folded = listed(
      few.filter(
        ({ use, status }) => use === "local" && status !== "disponible",
      ),
    );
    expect(codes(folded)).not.toEqual([]);
    const rows = document.querySelectorAll(".inventory-folded tr th");
    expect([...rows].map((row) => row.textContent)).toEqual(codes(folded));
    expect(document.querySelector(".inventory-also")).toHaveTextContent(
      ` ${folded.length} `,
    );
  });

  it("folds what a phone would have to scroll through, in any order", () => {
    show("/inventario?orden=precio");
    const folded = document.querySelector(".inventory-folded")!;
    expect(folded.querySelectorAll("tr")).toHaveLength(69 - 36);
    expect(screen.getByText(word.rest)).toHaveAttribute(
      "href",
      `#${folded.id}`,
    );
  });

  it("shows a message when there are no units", () => {
    show("/inventario", { units: [] });
    expect(screen.getByText(word.empty)).toBeVisible();
  });

  it("shows the plans, with filtered units drawn faintly", async () => {
    show("/inventario?disp=1");
    const user = userEvent.setup();
    await user.click(screen.getByLabelText(word.visual));
    await waitFor(() =>
      expect(document.querySelectorAll("svg.plan")).toHaveLength(4),
    );
    expect(location.search).toBe("?vista=plano&disp=1");
    expect(document.querySelectorAll("a.plan-unit")).toHaveLength(69);
    expect(document.querySelectorAll("a.plan-unit.is-dimmed")).toHaveLength(34);
    await user.selectOptions(screen.getByLabelText(word.level), "4");
    expect(document.querySelectorAll("svg.plan")).toHaveLength(1);
    await user.click(document.querySelector('[data-code="O-401"]')!);
    expect(await screen.findByRole("dialog")).toHaveAccessibleName(
      expect.stringContaining("O-401"),
    );
  });

  it("draws the levels with results, and names the others", async () => {
    show("/inventario?vista=plano&uso=local");
    const drawn = () => document.querySelectorAll("svg.plan").length;
    await waitFor(() => expect(drawn()).toBe(2));
    expect(
      document.querySelector(".inventory-plans > .note"),
    ).toHaveTextContent(word.otherLevels);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText(word.most), "0.1");
    // Without any result all are drawn, faintly.
    await waitFor(() => expect(drawn()).toBe(4));
    expect(document.querySelector(".inventory-plans > .note")).toBeNull();
  });

  it("writes area and price into units of a plan that are high enough for them", async () => {
    const [first] = props.plans;
    const heights = [20, 3];
    const places = first!.units.slice(0, 2).map((place, index) => ({
      ...place,
      size: [20, heights[index]!] as [number, number],
    }));
    show("/inventario?vista=plano", { plans: [{ ...first!, units: places }] });
    await waitFor(() =>
      expect(document.querySelectorAll("a.plan-unit")).toHaveLength(2),
    );
    const notes = [...document.querySelectorAll("a.plan-unit")].map((unit) =>
      unit.querySelector(".plan-note"),
    );
    expect(notes).toEqual([expect.anything(), null]);
  });

  it("stores saved units on the device and lists them", async () => {
    const { unmount } = show();
    await interactive();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: word.keep }));
    const kept = () => screen.getByRole("button", { name: word.kept });
    expect(kept()).toHaveAttribute("aria-pressed", "true");
    unmount();
    show("/inventario?fav=1");
    await interactive();
    expect(kept()).toHaveAttribute("aria-pressed", "true");
    expect(shownCodes()).toEqual(["L-102"]);
    await user.click(kept());
    expect(document.querySelectorAll("tbody th")).toHaveLength(0);
    expect(screen.getByText(word.none, { exact: false })).toBeVisible();
    expect(screen.queryByText(word.empty)).toBeNull();
    expect(screen.queryByText(word.nearest)).toBeNull();
  });

  it("moves the focus to the next row when one leaves the list", async () => {
    saveSelection(["L-101", "L-102"]);
    show("/inventario?fav=1");
    await interactive();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: word.kept }));
    expect(document.activeElement).toHaveAttribute("value", "L-101");
  });

  it("marks a bound that is not a number, or crossed, and says why", async () => {
    show();
    const user = userEvent.setup();
    const most = screen.getByLabelText(word.most);
    await user.type(most, "4 mdp");
    expect(most).toBeInvalid();
    expect(most.closest("label")).toHaveTextContent(word.number);
    expect(status()).toContain("69");
    await user.clear(most);
    await user.type(most, "4,500,000");
    expect(most).toBeValid();
    const some = status();
    await user.clear(most);
    await user.type(most, "4.5");
    expect(status()).toBe(some);
    await user.type(screen.getByLabelText(word.least), "5");
    expect(most.closest("label")).toHaveTextContent(word.crossed);
  });

  it("copies a link without the visitor's own list", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", {
      ...navigator,
      share: undefined,
      clipboard: { writeText },
    });
    show("/inventario?utm_source=x&disp=1&fav=1&orden=-area");
    fireEvent.click(screen.getByRole("button", { name: word.share }));
    expect(await screen.findByText(word.copied)).toBeVisible();
    expect(writeText).toHaveBeenCalledWith(
      `${location.origin}/inventario?disp=1&orden=-area`,
    );
    document.body.dataset.brokerQuery = "asesor=Ana%20P%C3%A9rez";
    fireEvent.click(screen.getByRole("button", { name: word.share }));
    const withBroker = `${location.origin}/inventario?disp=1&orden=-area&asesor=Ana%20P%C3%A9rez`;
    expect(writeText).toHaveBeenLastCalledWith(withBroker);
  });

  it("shows exactly the units of a list, whatever the case of their codes", () => {
    show("/inventario?unidades=l-102,%20O-305,O-305,O-999");
    expect(shownCodes().sort()).toEqual(["L-102", "O-305"]);
    expect(status()).toContain("69");
  });
});

describe("the inventory", () => {
  const props = sampleProps("es");

  it("renders the same rows in its HTML and after hydration", () => {
    const host = document.createElement("div");
    host.innerHTML = htmlOf(Inventory, props);
    const inHtml = [...host.querySelectorAll("tbody tr")].map(
      (row) => row.textContent,
    );
    showIsland(Inventory, props);
    expect(rows().map((row) => row.textContent)).toEqual(inHtml);
    expect(host.querySelectorAll("[style], script, dialog")).toHaveLength(0);
  });

  it("has all 1,200 units in its HTML, the first as rows and the rest as links", () => {
    const host = document.createElement("div");
    const many = manyUnits(1200);
    host.innerHTML = htmlOf(Inventory, {
      ...props,
      units: many,
    } as UnitIslandProps);
    const links = [
      ...host.querySelectorAll("tbody th a, .inventory-rest a"),
    ].map((link) => link.textContent);
    expect(links).toEqual(codes(listed(many)));
  });

  it("shows 1,200 units in steps", async () => {
    showIsland(Inventory, {
      ...props,
      units: manyUnits(1200),
    } as UnitIslandProps);
    await interactive();
    expect(rows()).toHaveLength(100);
    await userEvent.click(
      screen.getByRole("button", { name: "Mostrar 100 más" }),
    );
    expect(rows()).toHaveLength(200);
    expect(status()).toBe("1200 unidades");
  });

  it("escapes unusual names", () => {
    const strange = Array.from({ length: 120 }, (_, index) => ({
      ...strangeUnits[0]!,
      code: `<b onclick="x">'${index}'</b>&amp;`,
    }));
    const host = document.createElement("div");
    host.innerHTML = htmlOf(Inventory, {
      ...props,
      units: strange,
    } as UnitIslandProps);
    const links = [...host.querySelectorAll("tbody th a, .inventory-rest a")];
    expect(links.map((link) => link.textContent)).toEqual(codes(strange));
    expect(host.querySelector("b")).toBeNull();
  });

  it("follows the store without changing the filters", async () => {
    const statusOf = (code: string): Status =>
      code === "O-301" ? "disponible" : "vendido";
    serveInventory(
      units.map((unit) => ({ ...unit, status: statusOf(unit.code) })),
    );
    history.replaceState(null, "", "/inventario?disp=1");
    showIsland(Inventory, props);
    await waitFor(() => expect(shownCodes()).toEqual(["O-301"]));
    expect(
      screen.getByText("Disponibilidad al 21 de noviembre de 2026"),
    ).toBeVisible();
  });
});
