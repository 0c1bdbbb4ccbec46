import { describe, expect, it } from "vitest";
import { sampleProps, strangeUnits, units } from "../../gallery/sample.ts";
import { createTranslate } from "../strings.tsx";
import { csvOf, toCsv } from "./export.ts";
import { readLabels } from "./labels.ts";

describe("toCsv", () => {
  it("starts with a byte order mark and ends lines with CRLF", () => {
    expect(
      toCsv([
        ["a", 1],
        ["b", 2.5],
      ]),
    ).toBe("\ufeffa,1\r\nb,2.5\r\n");
  });

  it("quotes commas, quotes and line ends", () => {
    expect(toCsv([['di "sí"', "a,b", "c\nd"]])).toBe('\ufeff"di ""sí""","a,b","c\nd"\r\n');
  });

  it("escapes what a spreadsheet would run as a formula", () => {
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"]) {
      expect(toCsv([[text]])).toBe(`\ufeff'${text}\r\n`);
    }
    expect(toCsv([['="a"']])).toBe('\ufeff"\'=""a"""\r\n');
    expect(toCsv([[-1]])).toBe("\ufeff-1\r\n");
  });
});

describe("csvOf", () => {
  const props = sampleProps("es");
  const labels = readLabels(createTranslate("es", props.strings), props);

  it("has the columns of the table, one line per unit, and plain numbers", () => {
    const lines = csvOf(units, labels).trimEnd().split("\r\n");
    expect(lines).toHaveLength(units.length + 1);
    expect(lines[0]).toBe(
      "\ufeffUnidad,Nivel,Baños,Interior,Terraza,Área m²,Precio + IVA (MXN),Tipología,Estado",
    );
    const { bathrooms, interior, area, price, typology } = units[0]!;
    expect(lines[1]).toBe(
      `L-101,Planta Baja,${bathrooms},${interior},0,${area},${price / 100},${typology},Apartado`,
    );
  });

  it("leaves empty what the platform does not say", () => {
    const [, line] = csvOf([{ ...units[0]!, bathrooms: null, typology: "" }], labels).split("\r\n");
    const { interior, area, price } = units[0]!;
    expect(line).toBe(`L-101,Planta Baja,,${interior},0,${area},${price / 100},,Apartado`);
  });

  it("quotes unusual names", () => {
    const [, line] = csvOf(strangeUnits, labels).split("\r\n");
    expect(line).toContain('"Esquina ""A"" <doble altura> & terraza"');
  });
});
