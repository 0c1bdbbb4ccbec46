// A unit of the development, as in the JSON of a page and in `/data/inventory.json`. Areas are in square metres, amounts
// in integer centavos.

/** The status values of the contract (S19). Visitors see their labels from the strings group `status`. */
export type Status = "disponible" | "reservado" | "vendido";

/** The key of a use, as `uses` in site.yaml declares it. */
export type Use = string;

/** In the order of the legend, which is also the order of a sort by status. */
export const STATUSES: readonly Status[] = ["disponible", "reservado", "vendido"];

/** One unit for sale. */
export interface Unit {
  code: string;
  unit: string;
  level: number;
  use: Use;
  bathrooms: number;
  interior: number;
  terrace: number;
  area: number;
  /** Net price in centavos. */
  price: number;
  typology: string;
  status: Status;
}
