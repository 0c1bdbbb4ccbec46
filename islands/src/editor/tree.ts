// The values of a document: groups, lists and scalars. Nothing here changes a value; each function returns a new one.
import type { Group, Step, Value } from "../types.ts";

export type Path = readonly Step[];

export const isGroup = (value: Value | undefined): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const at = (value: Value | undefined, path: Path): Value | undefined =>
  path.reduce<Value | undefined>(
    (outer, step) =>
      typeof outer === "object" ? (outer as Group | null)?.[step] : undefined,
    value,
  );

/** With another value at a path; `undefined` removes the key or the item. A new key stands last. */
export function withValue(
  value: Value,
  path: Path,
  wanted: Value | undefined,
): Value {
  const copy = structuredClone(value);
  const last = path.at(-1)!;
  let outer = copy as Group;
  for (const step of path.slice(0, -1)) {
    if (!outer[step] || typeof outer[step] !== "object") outer[step] = {};
    outer = outer[step] as Group;
  }
  if (wanted !== undefined) outer[last] = wanted;
  else if (Array.isArray(outer)) outer.splice(Number(last), 1);
  else delete outer[last];
  return copy;
}

/** A list whose item at `from` is at `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [
    ...rest.slice(0, to),
    ...list.slice(from, from + 1),
    ...rest.slice(to),
  ];
}

/** A group in the order of these keys; keys that are not among them stay behind the key before them. */
export function inOrder(group: Group, order: readonly string[]): Group {
  let rank = -1;
  const ranked = Object.entries(group).map((entry) => {
    const own = order.indexOf(entry[0]);
    if (own >= 0) rank = own;
    return { entry, rank };
  });
  return Object.fromEntries(
    ranked
      .sort((one, other) => one.rank - other.rank)
      .map(({ entry }) => entry),
  );
}

const withSortedKeys = (_: string, value: Value): Value =>
  isGroup(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

export const isEqual = (
  one: Value | undefined,
  other: Value | undefined,
): boolean =>
  JSON.stringify(one, withSortedKeys) === JSON.stringify(other, withSortedKeys);

/** The same groups and lists with empty texts. */
export function blank(value: Value): Value {
  if (Array.isArray(value)) return value.map(blank);
  if (isGroup(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, blank(inner)]),
    );
  return typeof value === "boolean" ? false : "";
}

type Merged = { value: Value | undefined; conflicts: Path[] };

/** Joins my changes of a value with those that somebody else saved. Where both changed the same value, mine is kept. */
export function merged(
  base?: Value,
  mine?: Value,
  theirs?: Value,
  path: Path = [],
): Merged {
  if (isEqual(mine, base) || isEqual(mine, theirs))
    return { value: theirs, conflicts: [] };
  if (isEqual(theirs, base)) return { value: mine, conflicts: [] };
  if (isGroup(base) && isGroup(mine) && isGroup(theirs)) {
    const conflicts: Path[] = [];
    const value: Group = {};
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const part = merged(base[key], mine[key], theirs[key], [...path, key]);
      conflicts.push(...part.conflicts);
      if (part.value !== undefined) value[key] = part.value;
    }
    return { value, conflicts };
  }
  const areLists =
    Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs);
  if (
    areLists &&
    base.length === mine.length &&
    mine.length === theirs.length
  ) {
    const parts = mine.map((item, index) =>
      merged(base[index], item, theirs[index], [...path, index]),
    );
    return {
      value: parts.map((part) => part.value!),
      conflicts: parts.flatMap((part) => part.conflicts),
    };
  }
  return { value: mine, conflicts: [path] };
}
