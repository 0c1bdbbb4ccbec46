// When an island may start, by the names that templates use.
import { idle } from "./idle.ts";
import { load } from "./load.ts";
import { visible } from "./visible.ts";

/** Calls `start` once when the condition is met, or at once when the browser cannot observe it. */
export type When = (start: () => void, element: Element) => void;

export const moments: Record<string, When> = { load, idle, visible };
