import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  INITIAL,
  parseAddress,
  writeAddress,
  type AddressState,
  type Choices,
} from "./address-state.ts";
import { NO_FILTERS, type Filters } from "./filter.ts";
import { sampleProps } from "../../gallery/sample.ts";
import { fieldsAt } from "../stores/fields.ts";
import { nameOf } from "./sort.ts";

const columns: Choices["columns"] = [
  ...fieldsAt(sampleProps("es"), "column"),
  { key: "bedrooms", kind: "count", label: "Recámaras" },
];
const choices: Choices = {
  uses: { oficina: "Oficina", local: "Local" },
  levels: new Map([-1, 0, 1, 2, 3, 4].map((level) => [level, ""])),
  columns,
  options: {
    bedrooms: [
      ["1", "1+"],
      ["2", "2+"],
    ],
    view: [["mar & río", "Mar"]],
  },
};
const anyBound = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 1, max: 999 }).map((n) => String(n / 10)),
);
const anyState: fc.Arbitrary<AddressState> = fc
  .record({
    visual: fc.boolean(),
    order: fc.constantFrom(
      "",
      ...columns
        .map(({ key }) => nameOf(key))
        .flatMap((name) => [name, `-${name}`]),
    ),
    grouped: fc.boolean(),
    saved: fc.boolean(),
    listed: fc.uniqueArray(fc.stringMatching(/^[A-Z]-\d{3}$/), {
      maxLength: 12,
    }),
    filters: fc.record<Filters>({
      available: fc.constantFrom("", "1"),
      use: fc.constantFrom("", "oficina", "local"),
      level: fc.constantFrom("", "-1", "0", "1", "2", "3", "4"),
      areaNear: anyBound,
      areaMin: anyBound,
      areaMax: anyBound,
      priceMin: anyBound,
      priceMax: anyBound,
      fields: fc.record(
        { bedrooms: fc.constantFrom("1", "2"), view: fc.constant("mar & río") },
        { requiredKeys: [], noNullPrototype: true },
      ) as fc.Arbitrary<Record<string, string>>,
    }),
  })
  // A list that was sent comes before the visitor's own.
  .map((state) => ({
    ...state,
    saved: state.saved && !state.listed.length,
  }));

describe("the URL of the inventory", () => {
  it("reads the example of the specification", () => {
    const state = parseAddress("?nivel=3&disp=1&orden=precio", choices);
    expect(state).toEqual({
      ...INITIAL,
      filters: { ...NO_FILTERS, level: "3", available: "1" },
      order: "precio",
    });
  });

  it("writes what it reads", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(parseAddress(writeAddress(state, ""), choices)).toEqual(state);
      }),
    );
  });

  it("is empty for the initial state, and short", () => {
    expect(writeAddress(INITIAL, "")).toBe("");
    const state = {
      ...INITIAL,
      listed: ["O-301", "O-302"],
      order: "-area",
    } as const;
    expect(writeAddress(state, "")).toBe("?orden=-area&unidades=O-301,O-302");
  });

  it("keeps other parameters of the query", () => {
    expect(
      writeAddress({ ...INITIAL, visual: true }, "?utm_source=x&nivel=2"),
    ).toBe("?utm_source=x&vista=plano");
  });

  it("ignores values that the page does not offer", () => {
    const nonsense =
      "?vista=3d&nivel=9&uso=casa&tipologia=Z&orden=--precio&area_min=-1&area_max=1e9&precio_min=x&disp=si&comparar=,,&campo_bedrooms=9&campo_x=1";
    expect(parseAddress(nonsense, choices)).toEqual(INITIAL);
    expect(parseAddress("?orden=campo_view", choices)).toEqual(INITIAL);
    fc.assert(
      fc.property(fc.string(), (search) => {
        parseAddress(search, choices);
      }),
    );
  });

  it("reads a link to a comparison of an earlier version as a list", () => {
    const { listed, saved } = parseAddress(
      "?comparar=O-301,l-102&fav=1",
      choices,
    );
    expect(listed).toEqual(["O-301", "L-102"]);
    expect(saved).toBe(false);
    expect(parseAddress("?fav=1", choices).saved).toBe(true);
    expect(writeAddress(INITIAL, "?comparar=O-301")).toBe("");
  });

  it("reads a list of units as a person types it, with at most twelve", () => {
    const listed = (list: string) =>
      parseAddress(`?unidades=${list}`, choices).listed;
    expect(listed("o-305,%20O-310;O-305,")).toEqual(["O-305", "O-310"]);
    expect(
      listed(Array.from({ length: 20 }, (_, index) => `a-${index}`).join()),
    ).toHaveLength(12);
  });
});
