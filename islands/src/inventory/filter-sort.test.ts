import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  manyUnits,
  sampleProps,
  units,
  withTexts,
} from "../../gallery/sample.ts";
import { STATUSES } from "../plan/status.tsx";
import type { Unit } from "../types.ts";
import {
  NO_FILTERS,
  countFilters,
  matcher,
  nearest,
  parseBound,
  readBounds,
  type Filters,
} from "./filter.ts";
import { ariaSort, nameOf, nextOrder, sortUnits } from "./sort.ts";

/** Minor units in a million. */
const MILLION = 100_000_000;
const MILLIONS = { name: "millones", size: MILLION, minor: 100 };

const anyUnit: fc.Arbitrary<Unit> = fc
  .record({
    code: fc.string({ minLength: 1 }),
    unit: fc.string(),
    level: fc.integer({ min: -2, max: 4 }),
    use: fc.constantFrom("oficina", "local"),
    bathrooms: fc.option(fc.integer({ min: 0, max: 4 })),
    interior: fc.integer({ min: 4500, max: 18000 }).map((value) => value / 100),
    terrace: fc.integer({ min: 0, max: 4000 }).map((value) => value / 100),
    area: fc.integer({ min: 4500, max: 22000 }).map((value) => value / 100),
    price: fc.option(fc.integer({ min: 0, max: 2_000_000_000 })),
    typology: fc.string(),
    status: fc.constantFrom(...STATUSES),
    fields: fc.record(
      {
        bedrooms: fc.integer({ min: 0, max: 4 }),
        view: fc.constantFrom("sea", "park"),
        balcony: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })
  .map((unit) => withTexts(unit));
const anyUnits = fc.uniqueArray(anyUnit, {
  selector: (unit) => unit.code,
  maxLength: 60,
});
const anyBound = fc.oneof(
  fc.constant(""),
  fc.double({ min: 0, max: 200, noNaN: true }).map((n) => n.toFixed(1)),
  fc.string(),
);
const anyFilters: fc.Arbitrary<Filters> = fc.record({
  available: fc.constantFrom("", "1"),
  use: fc.constantFrom("", "oficina", "local"),
  level: fc.constantFrom("", "-2", "-1", "0", "1", "2", "3", "4", "5"),
  areaNear: anyBound,
  areaMin: anyBound,
  areaMax: anyBound,
  priceMin: anyBound,
  priceMax: anyBound,
  fields: fc.dictionary(
    fc.constantFrom("bedrooms", "view", "balcony", "other"),
    fc.constantFrom("1", "3", "sea", "true"),
    { noNullPrototype: true },
  ),
});
const columns = [
  ...sampleProps("es").places.column!,
  "bedrooms",
  "view",
  "per_m2",
];
const anyOrder = fc.constantFrom(
  ...columns.map(nameOf).flatMap((name) => [name, `-${name}`]),
);
const codes = (list: readonly Unit[]): string[] =>
  list.map((unit) => unit.code);

describe("matcher", () => {
  const shown = (part: Partial<Filters>): Unit[] =>
    units.filter(matcher({ ...NO_FILTERS, ...part }, MILLIONS));

  it("divides the units into two groups without losing or repeating one", () => {
    fc.assert(
      fc.property(anyUnits, anyFilters, (list, filters) => {
        const test = matcher(filters, MILLIONS);
        const kept = list.filter(test);
        const left = list.filter((unit) => !test(unit));
        expect([...codes(kept), ...codes(left)].sort()).toEqual(
          codes(list).sort(),
        );
      }),
    );
  });

  it("never adds units when one more filter is set", () => {
    fc.assert(
      fc.property(anyUnits, anyFilters, (list, filters) => {
        const kept = list.filter(matcher(filters, MILLIONS));
        const stricter = list.filter(
          matcher({ ...filters, available: "1" }, MILLIONS),
        );
        expect(kept).toEqual(expect.arrayContaining(stricter));
      }),
    );
  });

  it("keeps everything without filters", () => {
    expect(shown({})).toEqual(units);
  });

  it("applies each filter", () => {
    expect(
      shown({ available: "1" }).every((unit) => unit.status === "disponible"),
    ).toBe(true);
    expect(shown({ use: "oficina" })).toHaveLength(46);
    expect(shown({ use: "local" })).toHaveLength(23);
    expect(new Set(shown({ level: "3" }).map((unit) => unit.level))).toEqual(
      new Set([3]),
    );
  });

  it("reads area in square metres and price in millions, both ends included", () => {
    const [unit] = units;
    const area = String(unit!.area);
    const millions = String(unit!.price! / MILLION);
    expect(shown({ areaMin: area, areaMax: area })).toContain(unit);
    expect(shown({ priceMin: millions, priceMax: millions })).toContain(unit);
    expect(shown({ priceMax: "3.1" })).toEqual([]);
  });

  it("finds a price on request by every filter but that of prices", () => {
    const onRequest = { ...units[1]!, price: null };
    const kept = (part: Partial<Filters>): Unit[] =>
      [onRequest].filter(matcher({ ...NO_FILTERS, ...part }, MILLIONS));
    expect(kept({ use: onRequest.use, areaMin: "1" })).toEqual([onRequest]);
    expect(kept({ priceMin: "0", priceMax: "" })).toEqual([onRequest]);
    for (const part of [{ priceMin: "1" }, { priceMax: "900" }])
      expect(kept(part)).toEqual([]);
    const free = [onRequest, units[0]!].map((unit) => ({
      ...unit,
      status: "disponible" as const,
    }));
    expect(
      codes(nearest(free, { ...NO_FILTERS, priceMin: "1" }, MILLIONS)),
    ).toEqual(codes([...free].reverse()));
  });

  it("reads an area as an interior within a tenth of it, together with the bounds of the whole area", () => {
    const areas = (part: Partial<Filters>): number[] =>
      shown(part).map((unit) => unit.area);
    const near = areas({ areaNear: "100,5" });
    expect(near).toEqual(
      units
        .filter(({ interior }) => interior >= 90.45 && interior <= 110.55)
        .map((unit) => unit.area),
    );
    // A terrace does not exclude a unit whose interior fits.
    expect(near.some((area) => area > 110.55)).toBe(true);
    expect(areas({ areaNear: "100.5", areaMin: "95" })).toEqual(
      near.filter((area) => area >= 95),
    );
    expect(areas({ areaNear: "1000000000" })).toEqual([]);
    for (const nothing of ["", "0", "-50", "abc", "1e9"])
      expect([nothing, areas({ areaNear: nothing }).length]).toEqual([
        nothing,
        units.length,
      ]);
  });

  it("keeps what is within the bounds of a number, as typed", () => {
    const unit = withTexts({
      ...units[0]!,
      fields: { power: 112.5 },
    } as Parameters<typeof withTexts>[0]);
    const kept = ["100-", "-112,5", "112.5-112.5", "-"].filter((power) =>
      matcher({ ...NO_FILTERS, fields: { power } }, MILLIONS)(unit),
    );
    expect(kept).toEqual(["100-", "-112,5", "112.5-112.5", "-"]);
    const left = ["112.6-", "-112", "200-300"].filter((power) =>
      matcher({ ...NO_FILTERS, fields: { power } }, MILLIONS)(unit),
    );
    expect(left).toEqual([]);
    const lacking = matcher(
      { ...NO_FILTERS, fields: { power: "0-" } },
      MILLIONS,
    );
    expect(lacking(units[0]!)).toBe(false);
  });

  it("asks for at least a count, for one option, and for what a unit has", () => {
    const home = {
      ...units[1]!,
      fields: { bedrooms: 2, view: "sea", balcony: true },
    };
    // A field of which a unit has only the text.
    const door = {
      ...units[1]!,
      text: { areas: "", amounts: {}, fields: { access: "Desde la calle" } },
    };
    const byDoor = { ...NO_FILTERS, fields: { access: "Desde la calle" } };
    expect([units[0]!, door].filter(matcher(byDoor, MILLIONS))).toEqual([door]);
    const kept = (...fields: [string, string][]): Unit[] =>
      [units[0]!, home].filter(
        matcher(
          { ...NO_FILTERS, fields: Object.fromEntries(fields) },
          MILLIONS,
        ),
      );
    expect(kept(["bedrooms", "1"])).toEqual([home]);
    expect(
      kept(["bedrooms", "2"], ["view", "sea"], ["balcony", "true"]),
    ).toEqual([home]);
    expect(kept(["bedrooms", "3"])).toEqual([]);
    expect(kept(["bedrooms", "2"], ["view", "park"])).toEqual([]);
  });

  it("ignores a bound that is not a number", () => {
    for (const text of ["", "abc", "-5", "1e3", "4,,5", ",5"])
      expect([text, parseBound(text)]).toEqual([text, null]);
  });

  it.each([
    ["60,5", 60.5],
    ["60.5", 60.5],
    ["4.", 4],
    ["4,", 4],
    [" 4 ", 4],
    ["45 m²", 45],
    ["45m2", 45],
    ["1,234.5", 1234.5],
    ["3500000", 3_500_000],
    ["$3,500,000", 3_500_000],
    ["3.500.000", 3_500_000],
    ["3 500 000.50", 3_500_000.5],
  ])("reads %j with a decimal comma or point", (text, number) => {
    expect(parseBound(text)).toBe(number);
  });

  it("reads a price of 1,000 and more as an amount of the currency", () => {
    const prices = (part: Partial<Filters>) =>
      readBounds({ ...NO_FILTERS, ...part }, MILLIONS).price;
    expect(prices({ priceMax: "3500000" })).toEqual(
      prices({ priceMax: "3.5" }),
    );
    expect(prices({ priceMin: "$3,500,000" })[0]).toBe(3.5 * MILLION);
    expect(prices({})).toEqual([0, Infinity]);
    const thousands = { name: "miles", size: 100_000, minor: 100 };
    const most = (text: string) =>
      readBounds({ ...NO_FILTERS, priceMax: text }, thousands).price[1];
    expect([most("1500"), most("850000")]).toEqual([150_000_000, 85_000_000]);
  });

  it("finds the available units nearest to bounds that no unit meets", () => {
    const near = nearest(
      units,
      { ...NO_FILTERS, use: "local", areaMin: "100", areaMax: "100" },
      MILLIONS,
    );
    expect(near).toHaveLength(4);
    expect(
      near.every(
        ({ use, status }) => use === "local" && status === "disponible",
      ),
    ).toBe(true);
    const far = near.map(({ area }) => Math.abs(area - 100) / area);
    expect(far).toEqual([...far].sort((a, b) => a - b));
    expect(nearest(units, { ...NO_FILTERS, level: "9" }, MILLIONS)).toEqual([]);
  });

  it("counts the filters that are set", () => {
    expect(countFilters(NO_FILTERS)).toBe(0);
    expect(countFilters({ ...NO_FILTERS, areaMax: "80", level: "3" })).toBe(2);
    expect(
      countFilters({
        ...NO_FILTERS,
        level: "3",
        fields: { bedrooms: "2", view: "sea" },
      }),
    ).toBe(3);
  });
});

describe("sortUnits", () => {
  it("lists available units first and those of one status by price, without an order", () => {
    const sorted = sortUnits(units, "");
    const keys = sorted.map(
      ({ status, price }) => STATUSES.indexOf(status) * 1e12 + price!,
    );
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    expect(sorted[0]!.price).toBe(
      Math.min(...sorted.slice(0, 35).map(({ price }) => price!)),
    );
  });

  it("never loses or repeats a unit, and does not change its input", () => {
    fc.assert(
      fc.property(anyUnits, anyOrder, (list, order) => {
        const before = [...list];
        expect(codes(sortUnits(list, order)).sort()).toEqual(
          codes(list).sort(),
        );
        expect(list).toEqual(before);
      }),
    );
  });

  it("keeps the order of the page for equal values, in both directions", () => {
    for (const order of ["nivel", "-nivel"]) {
      const sorted = sortUnits(units, order);
      for (const level of [1, 2, 3, 4]) {
        expect(sorted.filter((unit) => unit.level === level)).toEqual(
          units.filter((unit) => unit.level === level),
        );
      }
    }
  });

  it("has prices on request last, in both directions and without an order", () => {
    const [first, second, third] = units.map((unit) => ({
      ...unit,
      status: "disponible" as const,
    }));
    const onRequest = { ...first!, price: null };
    const cheap = { ...second!, price: 1 };
    const dear = { ...third!, price: 2 };
    const sorted = (order: string): string[] =>
      codes(sortUnits([onRequest, dear, cheap], order));
    expect(sorted("precio")).toEqual(codes([cheap, dear, onRequest]));
    expect(sorted("-precio")).toEqual(codes([dear, cheap, onRequest]));
    expect(sorted("")).toEqual(codes([cheap, dear, onRequest]));
  });

  it("has units of a secondary use last", () => {
    const [first, ...others] = sortUnits(units, "");
    const sorted = sortUnits([{ ...first!, last: true }, ...others], "");
    expect(codes(sorted)).toEqual(codes([...others, first!]));
  });

  it("sorts numbers as numbers and codes by their digits", () => {
    const prices = sortUnits(units, "-precio").map((unit) => unit.price!);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    const list = ["O-301", "O-92", "O-1001"].map((code) => ({
      ...units[0]!,
      code,
    }));
    expect(codes(sortUnits(list, "unidad"))).toEqual([
      "O-92",
      "O-301",
      "O-1001",
    ]);
  });

  it("puts what the platform does not say before the lowest number", () => {
    const bathrooms = [2, null, 0].map((bathrooms, at) => ({
      ...units[at]!,
      bathrooms,
    }));
    const sorted = (order: string) =>
      sortUnits(bathrooms, order).map((unit) => unit.bathrooms);
    expect(sorted("banos")).toEqual([null, 0, 2]);
    expect(sorted("-banos")).toEqual([2, 0, null]);
  });

  it("sorts texts by the numbers in them, and puts units without the text first", () => {
    const texts = ["$3,200,000", undefined, "$950,000", "$10,150,000.50"];
    const list = texts.map((rate, at) => ({
      ...units[at]!,
      text: { areas: "", fields: rate ? { rate } : {} },
    }));
    const sorted = (order: string) =>
      sortUnits(list as Unit[], order).map(({ text }) => text.fields.rate);
    const rising = [undefined, "$950,000", "$3,200,000", "$10,150,000.50"];
    expect(sorted("campo_rate")).toEqual(rising);
    expect(sorted("-campo_rate")).toEqual([...rising].reverse());
  });

  it("puts statuses in the legend's order", () => {
    const statuses = new Set(
      sortUnits(units, "estatus").map((unit) => unit.status),
    );
    expect([...statuses]).toEqual(STATUSES);
  });

  it("goes from ascending to descending to the order of the page", () => {
    const first = nextOrder("", "price");
    expect(first).toBe("precio");
    expect(ariaSort(first, "price")).toBe("ascending");
    expect(ariaSort(first, "area")).toBe("none");
    const second = nextOrder(first, "price");
    expect(ariaSort(second, "price")).toBe("descending");
    expect(nextOrder(second, "price")).toBe("");
    expect(nextOrder(second, "area")).toBe("area");
  });

  it("filters and sorts 5,000 units", () => {
    const list = manyUnits(5000);
    const kept = list.filter(
      matcher({ ...NO_FILTERS, available: "1", priceMax: "9" }, MILLIONS),
    );
    const prices = sortUnits(kept, "-precio").map(({ price }) => price!);
    expect(prices).toHaveLength(kept.length);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
  });
});
