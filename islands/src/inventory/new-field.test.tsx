// A field that the build adds shows at each of its places, without code of its own.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { sampleProps } from "../../gallery/sample.ts";
import { showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { Unit, UnitField } from "../types.ts";
import { openComparison } from "../list/compare.ts";
import Inventory from "./index.tsx";

resetEach();

const added: readonly UnitField[] = [
  { key: "bedrooms", kind: "count", label: "Recámaras" },
  // That every unit has, with its text.
  { key: "facing", kind: "choice", label: "Orientación", head: "Orient." },
  { key: "deposit", kind: "money", label: "Depósito" },
];
const keys = added.map(({ key }) => key);
const FACES = ["norte", "sur"];

function withAdded(unit: Unit, index: number): Unit {
  const facing = FACES[index % 2]!;
  return {
    ...unit,
    ...{ facing },
    ...(index > 0 && { fields: { bedrooms: index } }),
    text: {
      ...unit.text,
      fields: {
        ...unit.text.fields,
        facing: `Al ${facing}`,
        deposit: `$${4 - index}0,000 MXN`,
      },
    },
  };
}

function show(address = "/inventario"): void {
  history.replaceState(null, "", address);
  const { units, fields, places, ...props } = sampleProps("es");
  // The built-in ones at the places, then these; the last is on the card only.
  const more = Object.entries(places).map(([place, own]) => [
    place,
    [...own, ...keys.slice(0, place === "column" ? 2 : undefined)],
  ]);
  const island: UnitIslandProps = {
    ...props,
    units: units.slice(0, 3).map(withAdded),
    fields: [...fields, ...added],
    places: {
      ...(Object.fromEntries(more) as UnitIslandProps["places"]),
      filter: keys.slice(0, 2),
    },
  };
  showIsland(Inventory, island);
}

const cellsOf = (code: string): HTMLElement[] => {
  const row = screen.getByText(code).closest("tr")!;
  return [...row.querySelectorAll("td")];
};
const shownCodes = (): (string | null)[] =>
  [...document.querySelectorAll("tbody th")].map((cell) => cell.textContent);

/** Closes the dialog of a unit, and opens the comparison. */
async function openNext(dialog: HTMLElement): Promise<HTMLElement> {
  dialog.querySelector<HTMLElement>(".dialog-close")!.click();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => openComparison());
  return screen.findByRole("dialog");
}

it("has a column, and a line on the card of the units that have a value", () => {
  show();
  const heads = [...document.querySelectorAll("thead th")];
  expect(heads.slice(-3, -1).map((head) => head.textContent)).toEqual([
    "Recámaras",
    "Orient.",
  ]);
  expect(heads.at(-3)).toHaveClass("col-campo_bedrooms", "number");
  const classes = (code: string) =>
    cellsOf(code)
      .filter((cell) => cell.dataset.label)
      .slice(-3)
      .map((cell) => [cell.dataset.label, cell.textContent, cell.className]);
  expect(classes("L-101")).toEqual([
    ["Depósito", "$40,000 MXN", "number only-card"],
    ["Recámaras", "–", "number only-wide"],
    ["Orient.", "Al norte", ""],
  ]);
  expect(classes("L-102")).toEqual([
    ["Depósito", "$30,000 MXN", "number only-card"],
    ["Recámaras", "1", "number"],
    ["Orient.", "Al sur", ""],
  ]);
});

it("sorts by it, with units that lack it first", async () => {
  show("/inventario?orden=campo_bedrooms");
  expect(shownCodes()).toEqual(["L-101", "L-102", "L-103"]);
  await userEvent.click(screen.getByRole("button", { name: "Recámaras" }));
  expect(location.search).toBe("?orden=-campo_bedrooms");
  expect(shownCodes()).toEqual(["L-103", "L-102", "L-101"]);
});

it("filters by it", async () => {
  show();
  const count = screen.getByLabelText("Recámaras");
  await waitFor(() => expect(count).toBeEnabled());
  const options = [...count.querySelectorAll("option")];
  expect(options.slice(1).map((option) => option.textContent)).toEqual([
    "1+",
    "2+",
  ]);
  await userEvent.selectOptions(count, "1");
  expect(location.search).toBe("?campo_bedrooms=1");
  expect(shownCodes().sort()).toEqual(["L-102", "L-103"]);
  await userEvent.selectOptions(screen.getByLabelText("Orientación"), "norte");
  expect(shownCodes()).toEqual(["L-103"]);
});

it("is in the dialog and in the comparison", async () => {
  show("/inventario?comparar=L-101,L-102#L-102");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.querySelector(".unit-dialog-facts")).toHaveTextContent(
    /Recámaras: 1 · Orientación: Al sur · Depósito: \$30,000 MXN$/,
  );
  const comparison = await openNext(dialog);
  const rows = within(comparison).getAllByRole("row").slice(-3);
  const texts = rows.map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(texts).toEqual([
    ["Recámaras", "–", "1"],
    ["Orient.", "Al norte", "Al sur"],
    ["Depósito", "$40,000 MXN", "$30,000 MXN"],
  ]);
});

it("says of each amount in the list what it is", () => {
  show("/inventario");
  const row = screen.getByText("L-101").closest("tr")!;
  const marks = [...row.querySelectorAll<HTMLElement>("[data-price]")];
  expect(marks.map(({ dataset }) => dataset.price)).toEqual(["net"]);
});
