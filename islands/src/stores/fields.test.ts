import { describe, expect, it } from "vitest";
import { sampleProps, units } from "../../gallery/sample.ts";
import type { Unit } from "../types.ts";
import { fieldsAt, textOf } from "./fields.ts";

const es = sampleProps("es");
const en = sampleProps("en");
const read = (unit: object, key: string) =>
  textOf(es, { ...units[0]!, ...unit } as Unit, key);

describe("fieldsAt", () => {
  it("follows the order of a place, and leaves out what has no name", () => {
    const places = { card: ["typology", "unknown", "area"] };
    const keys = fieldsAt({ ...es, places }, "card").map(({ key }) => key);
    expect(keys).toEqual(["typology", "area"]);
    expect(fieldsAt({ ...es, places }, "filter")).toEqual([]);
  });
});

describe("textOf", () => {
  it("prefers the text of the build to the value", () => {
    const fields = { pets: true, bedrooms: 0, view: "sea" };
    const text = { areas: "", fields: { pets: "Sí", view: "Mar" } };
    const shown = ["pets", "bedrooms", "view"].map((key) =>
      read({ fields, text }, key),
    );
    expect(shown).toEqual(["Sí", 0, "Mar"]);
  });

  it("has square feet where there is room for them", () => {
    const [unit] = en.units;
    expect(textOf(en, unit!, "area", true)).toContain("sq\u00a0ft");
    expect(textOf(en, unit!, "area")).not.toContain("sq");
    expect(textOf(en, unit!, "typology", true)).toBe(unit!.typology);
  });

  it("has nothing where a unit has none of what others have", () => {
    const none = { bathrooms: 0, terrace: 0, typology: "" };
    const text = { areas: "", fields: {} };
    for (const key of Object.keys(none))
      expect(read({ ...none, text }, key)).toBeUndefined();
    expect(read({ bathrooms: null }, "bathrooms")).toBeUndefined();
  });

  it("names the level of the unit's building, the use and the status", () => {
    const levels = ["sur", "norte"].map((building) => ({
      building,
      level: 1,
      label: `Nivel 1 ${building}`,
    }));
    const unit = { ...units[0]!, level: 1, fields: { building: "norte" } };
    expect(textOf({ ...es, levels }, unit, "level")).toBe("Nivel 1 norte");
    expect(textOf(es, { ...unit, level: -7 }, "level")).toBe(-7);
    expect(read({ use: "local" }, "use")).toBe("Local comercial");
    expect(read({ status: "reservado" }, "status")).toBe("Apartado");
  });

  it("reads a field with the name of something that every object has", () => {
    expect(read({}, "constructor")).toBeUndefined();
    expect(read({ fields: { constructor: "Ana" } }, "constructor")).toBe("Ana");
  });
});
