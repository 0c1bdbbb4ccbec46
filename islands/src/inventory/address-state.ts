// The state of the inventory in the query of the URL, so that a reload, the back button and a shared link show the same.
// Keys and values are Spanish in both languages, so that a link also works after a change of language. Values that
// cannot be parsed are ignored.
import { NO_FILTERS, parseBound, type Filters } from "./filter.ts";
import { LIST_LIMIT } from "../list/limit.ts";
import { PREFIX } from "../stores/declared-fields.ts";
import { COMPARE_LIMIT } from "./compare-limit.ts";
import { COLUMNS, type Column, type Order } from "./sort.ts";

/** Adds or removes the code of a unit to compare. A fifth code is not added. */
export function toggleCompared(codes: readonly string[], code: string): readonly string[] {
  if (codes.includes(code)) return codes.filter((other) => other !== code);
  return codes.length < COMPARE_LIMIT ? [...codes, code] : codes;
}

/** What the URL determines. */
export interface AddressState {
  visual: boolean;
  filters: Filters;
  order: Order | null;
  /** Codes of the units in the comparison. */
  compared: readonly string[];
  /** Codes of the only units to show, in capital letters, of a list that was sent; none for all units. */
  listed: readonly string[];
}

/** The state of a URL without a query. */
export const INITIAL: AddressState = {
  visual: false,
  filters: NO_FILTERS,
  order: null,
  compared: [],
  listed: [],
};

/** The Spanish name of each column in the URL, in the order of `COLUMNS`. */
const COLUMN_WORDS = "unidad nivel banos interior terraza area precio tipologia estatus".split(" ");

/** The query parameters, in the order of `values` in `writeAddress`. */
const KEYS = "vista disp fav uso nivel area_min area_max precio_min precio_max orden comparar unidades".split(
  " ",
);

/** The order that a word of the URL names, or null. */
export function parseOrder(text: string): Order | null {
  const descending = text.startsWith("-");
  const word = descending ? text.slice(1) : text;
  const column = word.startsWith(PREFIX) ? (word as Column) : COLUMNS[COLUMN_WORDS.indexOf(word)];
  return column ? { column, descending } : null;
}

/** The word for an order in the URL, "" for none. */
export function formatOrder(order: Order | null): string {
  if (!order) return "";
  const index = (COLUMNS as readonly Column[]).indexOf(order.column);
  return (order.descending ? "-" : "") + (COLUMN_WORDS[index] ?? order.column);
}

/** The values that the page offers; others in a URL are ignored. */
export interface Choices {
  uses: readonly string[];
  levels: readonly number[];
  /** Those of declared fields. */
  columns: readonly Column[];
  /** Of the filter of a declared field, by its key. */
  fields: Readonly<Record<string, readonly [string, string][]>>;
}

/** The state that a query string describes. */
export function parseAddress(search: string, { uses, levels, columns, fields }: Choices): AddressState {
  const query = new URLSearchParams(search);
  const get = (key: string): string => query.get(key) ?? "";
  const bound = (key: string): string => (parseBound(get(key)) ? get(key) : "");
  const level = get("nivel");
  const use = get("uso");
  const order = parseOrder(get("orden"));
  const offered = [...COLUMNS, ...columns];
  const codes = (text: string, limit: number): string[] =>
    [...new Set(text.split(/[\s,;]+/))].filter(Boolean).slice(0, limit);
  return {
    visual: get("vista") === "plano",
    order: order && (offered as readonly Column[]).includes(order.column) ? order : null,
    compared: codes(get("comparar"), COMPARE_LIMIT),
    listed: codes(get("unidades").toUpperCase(), LIST_LIMIT),
    filters: {
      available: get("disp") === "1",
      favourites: get("fav") === "1",
      use: uses.includes(use) ? use : "",
      level: levels.map(String).includes(level) ? level : "",
      areaMin: bound("area_min"),
      areaMax: bound("area_max"),
      priceMin: bound("precio_min"),
      priceMax: bound("precio_max"),
      fields: Object.fromEntries(
        Object.entries(fields)
          .map(([key, options]) => [key, options.find(([value]) => value === get(PREFIX + key))?.[0] ?? ""])
          .filter(([, value]) => value),
      ),
    },
  };
}

/**
 * The query string for a state, with its "?", or "" for the initial state. Other parameters in `search` (tracking
 * values) come first; pass "" for a link to share.
 */
export function writeAddress(state: AddressState, search: string): string {
  const { filters, order } = state;
  const query = new URLSearchParams(search);
  const values = [
    state.visual && "plano",
    filters.available && 1,
    filters.favourites && 1,
    filters.use,
    filters.level,
    parseBound(filters.areaMin) && filters.areaMin,
    parseBound(filters.areaMax) && filters.areaMax,
    parseBound(filters.priceMin) && filters.priceMin,
    parseBound(filters.priceMax) && filters.priceMax,
    formatOrder(order),
    state.compared.join(","),
    state.listed.join(","),
  ];
  KEYS.forEach((key, index) => {
    const value = values[index];
    // Zero and empty values filter nothing, so they are left out.
    query.delete(key);
    if (value) query.append(key, String(value));
  });
  for (const key of [...query.keys()]) if (key.startsWith(PREFIX)) query.delete(key);
  for (const [key, value] of Object.entries(filters.fields)) query.append(PREFIX + key, value);
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}
