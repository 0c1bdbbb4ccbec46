// Units for sale, for rent and both: each amount with its own name and place, and never in that of the other.
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleProps } from "../../gallery/sample.ts";
import { showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import { offerLine } from "../list/offer.ts";
import UnitDialog from "../selector/unit-dialog.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import { offersOf } from "../stores/offers.ts";
import type { Unit, UnitTexts } from "../types.ts";
import { compareUnits } from "./comparison.ts";
import { matcher, NO_FILTERS, offered } from "./filter.ts";
import Inventory from "./index.tsx";
import { sortUnits } from "./sort.ts";

resetEach();

const RENT = "$95 MXN/m² al mes + IVA\n($5,700 MXN al mes + IVA)";
const TEXTS: NonNullable<UnitTexts["rent"]> = [
  [
    ["Renta por m²", "$95 MXN/m² al mes + IVA"],
    ["Renta mensual con IVA", "$6,612 MXN"],
  ],
  [["Depósito", "Dos meses de renta"]],
];

/** The keys of what a unit without a price lacks. */
const OF_SALE = /^(price|total|vat|per_m2.*)$/;

function rented(unit: Unit, rent: number, isForSale: boolean): Unit {
  const fields = Object.entries(unit.text.fields).filter(
    ([key]) => isForSale || !OF_SALE.test(key),
  );
  return {
    ...unit,
    // Sold units are not ranked.
    status: "disponible",
    price: isForSale ? unit.price : null,
    rent,
    text: {
      ...unit.text,
      amounts: isForSale ? unit.text.amounts : {},
      rent: TEXTS,
      fields: {
        ...Object.fromEntries(fields),
        rent: RENT,
        offer: isForSale ? "sale|rent" : "rent",
      },
    },
  };
}

const { units: all, fields, places, ...props } = sampleProps("es");
const [first, second, third] = all as [Unit, Unit, Unit];
const sale: Unit = {
  ...first,
  text: { ...first.text, fields: { ...first.text.fields, offer: "sale" } },
};
const both = rented(second, 9_500, true);
const lease = rented(third, 8_000, false);
const units = [sale, both, lease];
const OFFER = {
  key: "offer",
  kind: "choice" as const,
  label: "Oferta",
  options: [
    ["sale", "En venta"],
    ["rent", "En renta"],
  ] as [string, string][],
};

const island: UnitIslandProps = {
  ...props,
  units,
  fields: [
    ...fields,
    { key: "rent", kind: "money", label: "Renta", amount: "rent" },
    OFFER,
  ],
  places: {
    ...places,
    column: [...places.column!, "rent"],
    card: [...places.card!, "rent"],
    comparison: [...places.comparison!, "rent"],
    filter: ["offer"],
  },
};

const codesOf = (list: readonly Unit[]): string[] =>
  list.map(({ code }) => code);

describe("the inventory with rents", () => {
  it("shows a rent in its own column, and a dash for a price that is not offered", () => {
    history.replaceState(null, "", "/inventario");
    showIsland(Inventory, island);
    const row = screen.getByRole("link", { name: lease.code }).closest("tr")!;
    const kinds = [...row.querySelectorAll("[data-price]")].map((cell) =>
      cell.getAttribute("data-price"),
    );
    expect(kinds).toEqual(["rent"]);
    expect(row.querySelector(".col-price")!.textContent).toBe("–");
    expect(row.textContent).toContain("al mes + IVA");
    const sold = screen.getByRole("link", { name: sale.code }).closest("tr")!;
    expect(sold.querySelector("[data-price=rent]")).toBeNull();
  });

  it("filters by what is offered, and a unit may be both", () => {
    const of = (wanted: string): string[] => {
      const filters = { ...NO_FILTERS, fields: { offer: wanted } };
      return codesOf(units.filter(matcher(filters, props.priceUnit!)));
    };
    expect(of("sale")).toEqual(codesOf([sale, both]));
    expect(of("rent")).toEqual(codesOf([both, lease]));
    expect(offered(OFFER, units, "Sí")).toEqual(OFFER.options);
  });

  it("sorts by rent, with units that are not for rent last", () => {
    expect(codesOf(sortUnits(units, "campo_rent"))).toEqual(
      codesOf([lease, both, sale]),
    );
    expect(codesOf(sortUnits(units, "-campo_rent"))).toEqual(
      codesOf([both, lease, sale]),
    );
  });

  it("names both in messages", () => {
    const inOneLine = RENT.replace("\n", " ");
    expect(offersOf(lease.text)).toBe(inOneLine);
    expect(offersOf(both.text)).toContain("; $95");
    expect(offerLine(lease, {})).toContain(inOneLine);
    expect(offerLine({ ...lease, status: "vendido" }, {})).not.toContain("$");
  });
});

describe("the comparison with rents", () => {
  const rowsOf = (...compared: Unit[]) => {
    const { rows } = compareUnits(island, compared);
    return Object.fromEntries(rows.map((row) => [row.field.key, row]));
  };

  it("compares the prices of what is for sale, and gives a unit for rent only none", () => {
    const cheaper = { ...sale, code: "A", price: both.price! - 100 };
    const { price, total, rent } = rowsOf(lease, both, cheaper);
    expect(price!.best).toEqual([false, false, true]);
    expect([price!.texts[0], total!.texts[0]]).toEqual([undefined, undefined]);
    expect(rent!.best).toEqual([true, false, false]);
    expect(rent!.texts[2]).toBeUndefined();
  });

  it("marks no price where only one unit is for sale, and none where one is on request", () => {
    expect(rowsOf(lease, both).price!.best).toEqual([false, false]);
    const asked = { ...sale, price: null };
    expect(rowsOf(asked, both).price!.best).toEqual([false, false]);
  });

  it("marks the lowest rent beside a price on request", () => {
    const asked = { ...sale, price: null };
    expect(rowsOf(asked, both, lease).rent!.best).toEqual([false, false, true]);
  });
});

describe("the dialog of a unit for rent", () => {
  const blockOf = (unit: Unit): HTMLElement => {
    showIsland(UnitDialog, {
      ...island,
      island,
      unit,
      among: [unit],
      onStep: () => undefined,
      onClose: () => undefined,
    } as never);
    const dialog = screen.getByRole("dialog");
    return dialog.querySelector<HTMLElement>(".unit-dialog-price")!;
  };

  it("shows no price of a unit for rent only", () => {
    const block = blockOf(lease);
    const shown = [...block.querySelectorAll("[data-price]")];
    expect(shown.map((amount) => amount.getAttribute("data-price"))).toEqual([
      "rent",
      "rent",
    ]);
    expect(block.querySelector("strong")).toHaveTextContent(
      "$95 MXN/m² al mes + IVA",
    );
    expect(block).toHaveTextContent(
      /^Renta por m².*Renta mensual con IVA: \$6,612 MXN.*Depósito: Dos meses de renta$/,
    );
  });

  it("shows price and rent of a unit for both", () => {
    const shown = [...blockOf(both).querySelectorAll("[data-price]")];
    expect(shown.map((amount) => amount.getAttribute("data-price"))).toEqual([
      "net",
      "total",
      "rent",
      "rent",
    ]);
  });
});
