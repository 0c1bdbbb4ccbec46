// Props for the gallery and the tests, like those that the generator makes: with the inventory and strings of the site,
// and with longer and more unusual lists.
import inventory from "../../content/inventory.json" with { type: "json" };
import en from "../../content/en/strings.json" with { type: "json" };
import es from "../../content/es/strings.json" with { type: "json" };
import { strings as groups } from "../src/registry.ts";
import type { UnitIslandProps } from "../src/selector/unit-links.ts";
import { STATUSES } from "../src/plan/status.tsx";
import { createTranslate } from "../src/strings.tsx";
import type {
  AmountKind,
  FieldKind,
  Status,
  StringTree,
  Unit,
} from "../src/types.ts";
import { plans } from "./plans.ts";

export type Lang = "es" | "en";

/** A unit with its texts, as the generator writes them. */
export function withTexts<T extends Omit<Unit, "text">>(
  unit: T,
  lang: Lang = "es",
  vatPercent = 16,
): T & Pick<Unit, "text"> {
  const number = (value: number, decimals: number): string =>
    value.toLocaleString("en-US", {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  const money = (centavos: number): string =>
    `$${number(centavos / 100, centavos % 100 ? 2 : 0)}\u00a0MXN`;
  const words =
    lang === "en"
      ? ["interior", "terrace", "with terrace", "Price on request"]
      : ["interiores", "de terraza", "con terraza", "Precio a consultar"];
  const metres = (value: number): string => `${number(value, 2)}\u00a0m²`;
  const areas = (write: (squareMetres: number) => string) => ({
    area: write(unit.area),
    interior: write(unit.interior),
    ...(unit.terrace && { terrace: write(unit.terrace) }),
  });
  const size = plans
    .flatMap((plan) => plan.units)
    .find(({ code }) => code === unit.code)?.size;
  const { price } = unit;
  const vat = Math.round(((price ?? 0) * vatPercent) / 100);
  const rateAmount = (area: number): number =>
    Math.round((price ?? 0) / Math.round(area * 100)) * 100;
  const rate = (area: number): string => `${money(rateAmount(area))}/m²`;
  const figure = (area: number): string =>
    money(rateAmount(area)).replace(/\sMXN/, "");
  const rates = unit.terrace
    ? `${rate(unit.interior)} interior; ${rate(unit.area)} ${words[2]}`
    : rate(unit.area);
  const feet = (value: number): string =>
    `${number(value * 10.76391, 0)}\u00a0sq\u00a0ft`;
  return {
    ...unit,
    text: {
      areas: unit.terrace
        ? `${metres(unit.interior)} ${words[0]} + ${metres(unit.terrace)} ${words[1]}`
        : metres(unit.area),
      fields: {
        ...areas(metres),
        price:
          price === null
            ? words[3]!
            : money(price) + (vat ? ` + ${lang === "en" ? "VAT" : "IVA"}` : ""),
        ...(vat && { vat: money(vat) }),
        ...(price !== null && {
          total: money(price + vat),
          ...(unit.area && {
            per_m2: rates,
            per_m2_interior: figure(unit.interior),
          }),
          ...(unit.terrace && { per_m2_total: figure(unit.area) }),
        }),
        ...(size && {
          size: `${size.map((metres) => number(metres, 2)).join(" × ")} m`,
        }),
      },
      amounts:
        price === null
          ? {}
          : {
              total: price + vat,
              ...(unit.area && { per_m2_interior: rateAmount(unit.interior) }),
              ...(unit.terrace && { per_m2_total: rateAmount(unit.area) }),
            },
      ...(lang === "en" && {
        full: areas((value) => `${metres(value)} (${feet(value)})`),
      }),
    },
  };
}

/** A unit whose price is not on request. */
export type PricedUnit = Unit & { price: number };

/** The units of the site. */
export const units: PricedUnit[] = inventory.Data.Property.map((property) =>
  withTexts({
    code: property.propertyCode,
    unit: property.unit,
    level: property.level,
    use: property.useType,
    bathrooms: property.bathrooms,
    interior: property.interiorArea,
    terrace: property.terraceArea,
    area: property.totalArea,
    price: property.price * 100,
    typology: property.typology,
    status: property.status as Status,
  }),
);

/** A list of any length, the same in every run: the units of the site repeated with other codes, prices and statuses. */
export function manyUnits(count: number): PricedUnit[] {
  return Array.from({ length: count }, (_, index) => {
    const unit = units[index % units.length]!;
    const round = Math.floor(index / units.length);
    return withTexts({
      ...unit,
      code: round ? `${unit.code}-${round}` : unit.code,
      price: unit.price + round * 12_500_00,
      status: STATUSES[(index * 7 + round) % STATUSES.length]!,
    });
  });
}

/** Units with the longest names and largest numbers that the platform may send. */
export const strangeUnits: Unit[] = units.slice(0, 6).map((unit, index) =>
  withTexts({
    ...unit,
    code: `${unit.code}-AMPLIACIÓN-TORRE-NORTE-${index}`,
    unit: `${unit.unit}-${unit.unit}`,
    typology: 'Esquina "A" <doble altura> & terraza',
    price: 123_456_789_012,
  }),
);

/** The names of the levels, as `levels` in site.yaml gives them. */
const LEVELS: Record<Lang, readonly string[]> = {
  es: ["Planta Baja", "Nivel 2", "Nivel 3", "Penthouse"],
  en: ["Ground Floor", "Level 2", "Level 3", "Penthouse"],
};

/** The names of the uses, as `uses` in site.yaml gives them. */
const VAT_LABEL = { es: "IVA (16 %)", en: "VAT (16%)" };

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

/** What `data-price` says of the amounts among the fields. */
const AMOUNTS: Record<string, AmountKind> = {
  price: "net",
  vat: "vat",
  total: "total",
  per_m2: "rate",
  per_m2_interior: "rate",
  per_m2_total: "rate",
};

/** The fields of the example, with the keys of their names in the strings. */
const FIELDS: readonly [
  key: string,
  kind: FieldKind,
  label: string,
  head?: string,
][] = [
  ["code", "text", "unit.code", "unit.label"],
  ["level", "choice", "unit.level"],
  ["use", "choice", "unit.use"],
  ["bathrooms", "count", "unit.bathrooms"],
  ["interior", "area", "unit.interior"],
  ["terrace", "area", "unit.terrace"],
  ["area", "area", "unit.area_total", "unit.area"],
  ["price", "money", "price.net", "unit.price"],
  ["vat", "money", "price.vat"],
  ["total", "money", "price.total"],
  ["per_m2", "money", "price.per_m2"],
  ["per_m2_interior", "money", "price.per_m2_interior", "price.rate_interior"],
  ["per_m2_total", "money", "price.per_m2_total", "price.rate_total"],
  ["typology", "text", "unit.typology"],
  ["status", "choice", "unit.status"],
  ["size", "text", "unit.size"],
];

/** Where they show. */
const PLACES = {
  column: "code level bathrooms interior terrace area price typology status",
  filter: "",
  card: "level area interior terrace bathrooms typology",
  dialog: "level area interior terrace bathrooms typology size",
  comparison:
    "status price total interior terrace area size per_m2_interior per_m2_total level use bathrooms typology",
};

/** Props of the selector and the inventory with these units. */
export function sampleProps(lang: Lang, list: Unit[] = units): UnitIslandProps {
  // As the generator fills it in.
  const text = JSON.stringify(lang === "es" ? es : en).replaceAll(
    "{{site.currency}}",
    "MXN",
  );
  const all = JSON.parse(text) as StringTree;
  const prefix = lang === "es" ? "" : "/en";
  const t = createTranslate(lang, all);
  return {
    id: "i1",
    lang,
    locale: lang === "es" ? "es-MX" : "en-US",
    strings: Object.fromEntries(
      groups.inventory.map((group) => [group, all[group]!]),
    ),
    date: inventory.date,
    dateLabel: lang === "es" ? "20 de noviembre de 2026" : "November 20, 2026",
    dataUrl: "/data/units.json",
    minimumDelay: 200,
    priceUnit: {
      name: lang === "en" ? "millions" : "millones",
      size: 100_000_000,
      minor: 100,
    },
    unitBase: `${prefix}/inventario`,
    units: lang === "es" ? list : list.map((unit) => withTexts(unit, lang)),
    levels: [...new Set(units.map(({ level }) => level))].map((level) => ({
      level,
      label: LEVELS[lang][level - 1]!,
    })),
    plans,
    uses: {
      oficina: {
        ...USES[lang].oficina,
        formUrl: `${prefix}/contacto-oficinas`,
        vatLabel: VAT_LABEL[lang],
      },
      local: {
        ...USES[lang].local,
        formUrl: `${prefix}/contacto-locales`,
        vatLabel: VAT_LABEL[lang],
      },
    },
    fields: FIELDS.map(([key, kind, label, head]) => ({
      ...(key in AMOUNTS && { amount: AMOUNTS[key]! }),
      key,
      kind,
      label: t(label),
      ...(head && { head: t(head).replace("{{site.currency}}", "MXN") }),
    })),
    places: Object.fromEntries(
      Object.entries(PLACES).map(([place, keys]) => [
        place,
        keys.split(" ").filter(Boolean),
      ]),
    ),
    whatsapp: {
      number: "529845550162",
      texts: {
        disponible: "Hola, me interesa la unidad {{unit}}.",
        reservado: "Hola, avísenme si se libera la unidad {{unit}}.",
        vendido: "Hola, vi que la unidad {{unit}} se vendió.",
      },
    },
  };
}
