// Checks /data/inventory.json of the generator's golden sites against the schema that is published beside it.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

const SITES = "../generator/tests/sites";

type Json = Record<string, unknown>;
interface Inventory extends Json {
  units: Json[];
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(`${SITES}/${file}`, "utf8")) as T;
const inventory = (site: string) =>
  read<Inventory>(`${site}/out/data/inventory.json`);

const schema = read<Json>("base/out/data/inventory.schema.json");
// The schema also has a pattern for dates, so the format itself need not be checked.
const isInventory = new Ajv2020({
  strict: true,
  allErrors: true,
  formats: { date: true },
}).compile(schema);

function errors(value: unknown): string[] {
  isInventory(value);
  return (isInventory.errors ?? []).map(
    (error) => `${error.instancePath} ${error.message ?? ""}`,
  );
}

describe("the schema of the inventory", () => {
  it.each(["base", "feeds"])("accepts the output of the build (%s)", (site) => {
    expect(inventory(site).units.length).toBeGreaterThan(0);
    expect(errors(inventory(site))).toEqual([]);
  });

  it("has the URL where it is published as its `$id`", () => {
    expect(schema["$id"]).toBe(
      "https://muestra.example/data/inventory.schema.json",
    );
  });

  const fields = Object.keys(inventory("base").units[0] ?? {});

  it.each(fields)("requires %s, and allows no other field", (field) => {
    const value = inventory("base");
    const [unit] = value.units;
    expect(unit).toBeDefined();
    if (unit) {
      unit[`${field}2`] = unit[field];
      delete unit[field];
    }
    expect(errors(value)).toHaveLength(2);
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
    expect(errors(value)).toHaveLength(1);
  });

  it("refuses another version and another date format", () => {
    expect(errors({ ...inventory("base"), version: 2 })).toHaveLength(1);
    expect(errors({ ...inventory("base"), date: "20/11/2026" })).toHaveLength(
      1,
    );
  });
});
