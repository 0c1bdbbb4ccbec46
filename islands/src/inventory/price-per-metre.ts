// The price per square metre in whole pesos, formatted like in the generator.
import { money } from "../format.ts";

/** Formats centavos per square metre as "$60,284 MXN/m²"; null when the area is zero. */
export function pricePerMetre(centavos: number, squareMetres: number): string | null {
  const pesos = Math.round(centavos / Math.round(squareMetres * 100));
  return squareMetres ? `${money(pesos * 100)}/m²` : null;
}
