// A unit of the development as the page's JSON and `/data/inventory.json` state it.
// Areas are square metres, money is integer centavos. Nothing here formats or translates.

/** Contract values of S19; the visitor reads the labels of the strings group `status`. */
export type Status = "disponible" | "reservado" | "vendido";

/** Offices stand on Nivel 3 and Penthouse, commercial units on Planta Baja and Nivel 2. */
export type Use = "oficina" | "local";

/** In the order in which the legend shows them and a sort by status puts them. */
export const STATUSES: readonly Status[] = ["disponible", "reservado", "vendido"];

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
