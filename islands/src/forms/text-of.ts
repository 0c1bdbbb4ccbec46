// What is read from the storage of the browser, which extensions change, too.
import { cut } from "../page/cut.ts";

/** At most `most` characters of a stored text; "" for anything else. */
export const textOf = (value: unknown, most: number): string =>
  typeof value === "string" ? cut(value, most) : "";
