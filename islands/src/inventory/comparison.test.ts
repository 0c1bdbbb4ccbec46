// The rows of a comparison: their order, which fold, and the best value of each.
import { describe, expect, it } from "vitest";
import { sampleProps, units, withTexts } from "../../gallery/sample.ts";
import type { Unit } from "../types.ts";
import { compareUnits } from "./comparison.ts";

const find = (code: string): Unit => units.find((unit) => unit.code === code)!;
/** A unit with other values than those of the site. */
const changed = (code: string, part: Partial<Unit>): Unit =>
  withTexts({ ...find(code), ...part });

/** The comparison of units, each row by the key of its field. */
function compare(...compared: Unit[]) {
  const { rows, same } = compareUnits(sampleProps("es", compared), compared);
  const keyOf = ({ field }: { field: { key: string } }) => field.key;
  return {
    order: rows.map(keyOf),
    same: same.map(keyOf),
    best: Object.fromEntries(rows.map((row) => [keyOf(row), row.best])),
    texts: Object.fromEntries(rows.map((row) => [keyOf(row), row.texts])),
  };
}

describe("a comparison", () => {
  it("begins with what decides", () => {
    const { order } = compare(find("O-301"), find("O-302"));
    const deciding = ["price", "total", "interior", "terrace", "size"];
    expect(order.filter((key) => deciding.includes(key))).toEqual(deciding);
    expect(order.indexOf("per_m2_interior")).toBeGreaterThan(
      order.indexOf("size"),
    );
  });

  it("folds rows that are equal in all units, and none of a single unit", () => {
    const pair = [find("O-301"), changed("O-302", { use: "oficina" })] as const;
    expect(compare(...pair).same).toContain("use");
    expect(compare(...pair).order).not.toContain("use");
    expect(compare(find("O-301")).same).toEqual([]);
  });

  it("leaves out the area that only repeats the interior", () => {
    const [plain, other] = units.filter(({ terrace }) => !terrace);
    const withTerrace = units.find(({ terrace }) => terrace)!;
    const both = compare(plain!, other!);
    expect([...both.order, ...both.same]).not.toContain("area");
    const mixed = compare(plain!, withTerrace);
    expect([...mixed.order, ...mixed.same]).toContain("area");
  });

  it("marks the lowest amount and the largest area where not all are alike", () => {
    const status = "disponible";
    const at = (code: string, area: number, price: number) =>
      changed(code, { status, interior: area, area, price });
    const small = at("O-301", 40, 300);
    const large = at("O-302", 50, 400);
    const { best } = compare(small, large, { ...large, code: "O-303" });
    expect(best.price).toEqual([true, false, false]);
    expect(best.interior).toEqual([false, true, true]);
    expect(best.use).toBeUndefined();
  });

  it("ranks no unit that is sold", () => {
    const [sold, small, large] = [300, 400, 500].map((price, index) =>
      changed("O-301", {
        code: `O-90${index}`,
        status: index === 0 ? "vendido" : "disponible",
        price,
      }),
    );
    expect(compare(sold!, small!, large!).best.price).toEqual([
      false,
      true,
      false,
    ]);
    expect(compare(sold!, small!).best.price).toEqual([false, false]);
  });

  it("knows no lowest amount where a price is on request", () => {
    const asked = changed("O-301", { status: "disponible", price: null });
    const { best, texts } = compare(asked, find("O-302"), find("L-205"));
    expect(texts.price![0]).toBe("Precio a consultar");
    expect(best.price).toEqual([false, false, false]);
    expect(best.total).toEqual([false, false, false]);
    expect(best.interior).toContain(true);
  });

  it("breaks an amount before its currency, and not before the tax", () => {
    const { texts } = compare(find("O-301"), find("L-205"));
    expect(texts.price![0]).toMatch(/^\$[\d,]+ MXN \+\u00a0IVA$/);
  });
});
