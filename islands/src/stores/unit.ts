// A unit of the development, as in the props of islands and in their data file.
import type { Status } from "../types.ts";

/** The status values of the contract (S19) in the order of the legend, which is also the order of a sort by status. */
export const STATUSES: readonly Status[] = ["disponible", "reservado", "vendido"];
