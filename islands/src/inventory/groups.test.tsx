import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { LANGS, showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import { manyUnits, sampleProps, units } from "../../gallery/sample.ts";
import type { Unit } from "../types.ts";
import Inventory from "./index.tsx";

const words = {
  es: { group: "Agrupar iguales", equal: /^\d+ iguales$/ },
  en: { group: "Group equal units", equal: /^\d+ alike$/ },
};

const bodyRows = (): HTMLElement[] =>
  within(screen.getByRole("table")).getAllByRole("row").slice(1);
/** The codes that a row names: of one unit, or of equal ones. */
const codesIn = (row: HTMLElement): string[] =>
  within(row)
    .getByRole("rowheader")
    .textContent!.match(/[A-Z]-\d+/g) ?? [];

describe.for(LANGS)("equal units in one row (%s)", (lang) => {
  const word = words[lang];
  resetEach();
  const show = (search = "", list: readonly Unit[] = units) => {
    history.replaceState(null, "", `/inventario${search}`);
    showIsland(Inventory, { ...sampleProps(lang), units: [...list] });
    return userEvent.setup();
  };

  it("has every unit once, in a row of its own or of equal ones", async () => {
    const user = show();
    const before = bodyRows().length;
    await user.click(screen.getByRole("checkbox", { name: word.group }));
    expect(location.search).toBe("?grupos=1");
    const rows = bodyRows();
    expect(rows.length).toBeLessThan(before);
    const codes = rows.flatMap(codesIn);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBe(units.length);
    await user.click(screen.getByRole("checkbox", { name: word.group }));
    expect(bodyRows()).toHaveLength(before);
  });

  it("opens to the units, marked on the plans, by button and by row", async () => {
    const user = show("?grupos=1&disp=1");
    const [button] = screen.getAllByRole("button", { name: word.equal });
    const row = button!.closest("tr")!;
    const codes = codesIn(row);
    const closed = bodyRows().length;
    await user.click(button!);
    expect(button!.getAttribute("aria-expanded")).toBe("true");
    for (const code of codes)
      expect(screen.getByRole("link", { name: code })).toBeTruthy();
    const [figure] = await screen.findAllByRole("figure");
    expect(figure!.textContent).toContain(codes[0]);
    expect(figure!.querySelector(".plan-marked")).toBeTruthy();
    // The group, its plans and its units.
    expect(bodyRows()).toHaveLength(closed + 1 + codes.length);
    fireEvent.click(row.querySelector(".col-area")!);
    expect(button!.getAttribute("aria-expanded")).toBe("false");
    expect(bodyRows()).toHaveLength(closed);
  });

  it("counts all equal units of a list that is longer than its first rows", () => {
    const [unit] = units;
    const many = manyUnits(250).map((other, index) => ({
      ...unit!,
      code: other.code,
      unit: other.unit,
      level: unit!.level,
      status: index ? unit!.status : ("vendido" as const),
    }));
    show("?grupos=1", many);
    const equal = screen.getByRole("button", { name: word.equal });
    expect(equal.textContent).toContain("249");
  });
});
