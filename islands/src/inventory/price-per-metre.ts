// What a square metre costs, in whole pesos, as the generator writes it.
import { money } from "../format.ts";

/** Centavos and square metres to "$60,284 MXN/m²"; null without an area. */
export function pricePerMetre(centavos: number, squareMetres: number): string | null {
  const pesos = Math.round(centavos / Math.round(squareMetres * 100));
  return squareMetres ? `${money(pesos * 100)}/m²` : null;
}
