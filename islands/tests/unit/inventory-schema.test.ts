// /data/inventory.json as the build writes it (the golden sites of the generator), held to the schema that is published
// beside it.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

const SITES = "../generator/tests/sites";

type Json = Record<string, unknown>;
interface Inventory extends Json {
  units: Json[];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(`${SITES}/${file}`, "utf8")) as T;
const inventory = (site: string) => read<Inventory>(`${site}/out/data/inventory.json`);

const schema = read<Json>("base/out/data/inventory.schema.json");
// The pattern beside it says what a date is.
const isInventory = new Ajv2020({ strict: true, allErrors: true, formats: { date: true } }).compile(schema);

function faults(value: unknown): string[] {
  isInventory(value);
  return (isInventory.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
}

describe("the schema of the inventory", () => {
  it.each(["base", "feeds"])("fits what the build writes (%s)", (site) => {
    expect(inventory(site).units.length).toBeGreaterThan(0);
    expect(faults(inventory(site))).toEqual([]);
  });

  it("says where it is published", () => {
    expect(schema["$id"]).toBe("https://muestra.example/data/inventory.schema.json");
  });

  const fields = Object.keys(inventory("base").units[0] ?? {});

  it.each(fields)("asks for %s, and describes no other field", (field) => {
    const value = inventory("base");
    const [unit] = value.units;
    expect(unit).toBeDefined();
    if (unit) {
      unit[`${field}2`] = unit[field];
      delete unit[field];
    }
    expect(faults(value)).toHaveLength(2);
  });

  it.each([
    ["status", "apartado"],
    ["use", "casa"],
    ["price", 4250000.5],
    ["price", "4250000"],
    ["price", -1],
    ["area", -1],
    ["code", "../x"],
    ["level", 1.5],
  ])("refuses a unit whose %s is %s", (field, wrong) => {
    const value = inventory("base");
    Object.assign(value.units[0] ?? {}, { [field]: wrong });
    expect(faults(value)).toHaveLength(1);
  });

  it("refuses another version and another day", () => {
    expect(faults({ ...inventory("base"), version: 2 })).toHaveLength(1);
    expect(faults({ ...inventory("base"), date: "20/11/2026" })).toHaveLength(1);
  });
});
