// A file of its own, because the list of marked units needs nothing else of a unit's fields.
import type { UnitTexts } from "../types.ts";

/** The price of a unit, its rent, or both, as lists show them, in one line. */
export const offersOf = ({ fields }: UnitTexts): string =>
  [fields.price, fields.rent].filter(Boolean).join("; ").replaceAll("\n", " ");
