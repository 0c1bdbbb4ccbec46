// What a level is called: its own name where the strings have one ("Planta Baja"), else its number.
import type { TFunction } from "i18next";

export function levelName(t: TFunction, level: number): string {
  return t([`level.${level}`, "level.other"], { level });
}
