// Props for the gallery and the tests, like those that the generator makes: with the inventory and strings of the site,
// and with longer and more unusual lists.
import inventory from "../../../content/inventory.json" with { type: "json" };
import en from "../../../content/en/strings.json" with { type: "json" };
import es from "../../../content/es/strings.json" with { type: "json" };
import { strings as groups } from "../registry.ts";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import { STATUSES, type Status, type Unit, type Use } from "../stores/unit.ts";
import type { StringTree } from "../strings.tsx";
import { plans } from "./plans.ts";

/** The units of the site. */
export const units: Unit[] = inventory.Data.Property.map((property) => ({
  code: property.propertyCode,
  unit: property.unit,
  level: property.level,
  use: property.useType as Use,
  bathrooms: property.bathrooms,
  interior: property.interiorArea,
  terrace: property.terraceArea,
  area: property.totalArea,
  price: property.price * 100,
  typology: property.typology,
  status: property.status as Status,
}));

/** A list of any length, the same in every run: the units of the site repeated with other codes, prices and statuses. */
export function manyUnits(count: number): Unit[] {
  return Array.from({ length: count }, (_, index) => {
    const unit = units[index % units.length]!;
    const round = Math.floor(index / units.length);
    return {
      ...unit,
      code: round ? `${unit.code}-${round}` : unit.code,
      price: unit.price + round * 12_500_00,
      status: STATUSES[(index * 7 + round) % STATUSES.length]!,
    };
  });
}

/** Units with the longest names and largest numbers that the platform may send. */
export const strangeUnits: Unit[] = units.slice(0, 6).map((unit, index) => ({
  ...unit,
  code: `${unit.code}-AMPLIACIÓN-TORRE-NORTE-${index}`,
  unit: `${unit.unit}-${unit.unit}`,
  typology: 'Esquina "A" <doble altura> & terraza',
  price: 123_456_789_012,
}));

export type Lang = "es" | "en";

/** The names of the levels, as `levels` in site.yaml gives them. */
const LEVELS: Record<Lang, readonly string[]> = {
  es: ["Planta Baja", "Nivel 2", "Nivel 3", "Penthouse"],
  en: ["Ground Floor", "Level 2", "Level 3", "Penthouse"],
};

/** The names of the uses, as `uses` in site.yaml gives them. */
const USES = {
  es: {
    oficina: { label: "Oficina", short: "Oficina" },
    local: { label: "Local comercial", short: "Local" },
  },
  en: {
    oficina: { label: "Office", short: "Office" },
    local: { label: "Commercial unit", short: "Commercial unit" },
  },
};

/** Props of the selector and the inventory with these units. */
export function sampleProps(lang: Lang, list: readonly Unit[] = units): UnitIslandProps {
  const all: StringTree = lang === "es" ? es : en;
  const prefix = lang === "es" ? "" : "/en";
  return {
    id: "i1",
    lang,
    locale: lang === "es" ? "es-MX" : "en-US",
    strings: Object.fromEntries(groups.inventory.map((group) => [group, all[group]!])),
    date: inventory.date,
    dateLabel: lang === "es" ? "20 de noviembre de 2026" : "November 20, 2026",
    dataUrl: "/data/inventory.json",
    minimumDelay: 200,
    unitBase: `${prefix}/inventario`,
    units: list,
    levels: [...new Set(units.map(({ level }) => level))].map((level) => ({
      level,
      use: level < 3 ? "local" : "oficina",
      label: LEVELS[lang][level - 1]!,
    })),
    plans,
    uses: {
      oficina: { ...USES[lang].oficina, formUrl: `${prefix}/contacto-oficinas`, vatPercent: 16 },
      local: { ...USES[lang].local, formUrl: `${prefix}/contacto-locales`, vatPercent: 16 },
    },
    whatsapp: { number: "529845550162", text: "Hola, me interesa la unidad {{unit}}." },
    siteName: "Muestra",
  };
}
