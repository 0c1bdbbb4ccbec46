// The state of the inventory in the query of the URL, so that a reload, the back button and a shared link show the same.
// Keys and values are Spanish in every language, for links to the same page in another one. Other values are ignored.
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  NO_BOUNDS,
  NO_FILTERS,
  boundsOf,
  parseBound,
  type Filters,
} from "./filter.ts";
import { LIST_LIMIT } from "../list/limits.ts";
import { PREFIX } from "../stores/fields.ts";
import type { Labels } from "./labels.ts";
import { nameOf } from "./sort.ts";

/** What the URL determines, in one without a query. */
export const INITIAL = {
  visual: false,
  filters: NO_FILTERS,
  order: "",
  /** Whether equal units are in one row. */
  grouped: false,
  /** Whether only the units are shown that the visitor saved on this device. */
  saved: false,
  /** Codes of the only units to show, in capital letters, of a list that was sent; none for all units. */
  listed: [] as readonly string[],
};

export type AddressState = typeof INITIAL;

/** The query parameter of each filter that every inventory has. */
const FILTER_KEYS = {
  available: "disp",
  use: "uso",
  level: "nivel",
  areaNear: "area",
  areaMin: "area_min",
  areaMax: "area_max",
  priceMin: "precio_min",
  priceMax: "precio_max",
} as const satisfies Record<Exclude<keyof Filters, "fields">, string>;

const filterKeys = Object.entries(FILTER_KEYS) as [
  keyof typeof FILTER_KEYS,
  string,
][];

/** What the page offers; other values in a URL are ignored. */
export type Choices = Pick<Labels, "uses" | "levels" | "columns" | "options">;

export function parseAddress(
  search: string,
  { uses, levels, columns, options }: Choices,
): AddressState {
  const query = new URLSearchParams(search);
  const get = (key: string): string => query.get(key) ?? "";
  const offered: Record<string, readonly string[]> = {
    available: ["1"],
    use: Object.keys(uses),
    level: [...levels.keys()].map(String),
  };
  const own: Record<string, string> = {};
  const filters = { ...NO_FILTERS, fields: own };
  for (const [name, key] of filterKeys)
    if (offered[name]?.includes(get(key)) ?? parseBound(get(key)))
      filters[name] = get(key);
  for (const [key, values] of Object.entries(options)) {
    const value = get(PREFIX + key);
    // A filter without choices has bounds.
    const isOffered = values.length
      ? values.some(([option]) => option === value)
      : /^[^-]*-[^-]*$/.test(value) && boundsOf(value).some(parseBound);
    if (isOffered) own[key] = value;
  }
  const order = get("orden");
  const sortable = columns.map(({ key }) => nameOf(key));
  // Links of earlier versions have the units of a comparison.
  const list = (get("unidades") || get("comparar")).toUpperCase();
  const listed = [...new Set(list.split(/[\s,;]+/))].filter(Boolean);
  return {
    visual: get("vista") === "plano",
    order: sortable.includes(order.replace(/^-/, "")) ? order : "",
    grouped: get("grupos") === "1",
    saved: !listed.length && get("fav") === "1",
    listed: listed.slice(0, LIST_LIMIT),
    filters,
  };
}

/** The query string for a state: "" or with its "?". Other parameters in `search` (tracking values) come first. */
export function writeAddress(state: AddressState, search: string): string {
  const { filters } = state;
  const query = new URLSearchParams(search);
  const values = [
    ["vista", state.visual && "plano"],
    ...filterKeys.map(([name, key]) => [
      key,
      name in NO_BOUNDS && !parseBound(filters[name]) ? "" : filters[name],
    ]),
    ["orden", state.order],
    ["grupos", state.grouped && "1"],
    ["fav", state.saved && "1"],
    ["comparar", ""],
    ["unidades", state.listed.join(",")],
  ] as const;
  for (const [key, value] of values) {
    // Zero and empty values filter nothing, so they are left out.
    query.delete(key);
    if (value) query.append(key, value);
  }
  for (const key of [...query.keys()])
    if (key.startsWith(PREFIX)) query.delete(key);
  for (const [key, value] of Object.entries(filters.fields))
    query.append(PREFIX + key, value);
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/**
 * The state, whether the list is interactive yet, and the function that changes the state and the URL. The first render is that
 * of the HTML; without a query the list becomes interactive in a later task, so that no task blocks a phone for long.
 */
export function useAddressState(choices: Choices) {
  const [state, setState] = useState(INITIAL);
  const [ready, setReady] = useState(false);
  // Two changes may occur before the next render.
  const latest = useRef(INITIAL);

  useLayoutEffect(() => {
    // A link to a place of the page changes no query: the rows of a long list are not compared again.
    const read = (): boolean => {
      const next = parseAddress(location.search, choices);
      const isNew = writeAddress(next, "") !== writeAddress(latest.current, "");
      if (isNew) setState((latest.current = next));
      return isNew;
    };
    if (read()) setReady(true);
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, [choices]);

  useEffect(() => {
    const timer = setTimeout(setReady, 0, true);
    return () => clearTimeout(timer);
  }, []);

  // With `typing` the history entry is replaced; otherwise one is added, so that the back button undoes the change.
  const change = useCallback(
    (part: Partial<AddressState>, typing?: boolean): void => {
      const next = { ...latest.current, ...part };
      const address =
        location.pathname + writeAddress(next, location.search) + location.hash;
      setState((latest.current = next));
      try {
        history[typing ? "replaceState" : "pushState"](null, "", address);
      } catch {
        // Safari allows 100 changes in 30 seconds. After that the URL is not updated for a while.
      }
    },
    [],
  );
  return { state, ready, change };
}

export type Address = ReturnType<typeof useAddressState>;
