// The moments at which an island may start, by the name that templates use.
import { idle } from "./idle.ts";
import { load } from "./load.ts";
import { visible } from "./visible.ts";

/** Calls `start` once, when its moment has come; at once when the browser lacks what it needs. */
export type When = (start: () => void, element: Element) => void;

export const moments: Record<string, When> = { load, idle, visible };
