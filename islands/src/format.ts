// Money and areas as text. Rust formats the same values for templates (platform/src/{money,area}.rs); both are tested
// with platform/cases/format.json. Written without Intl, which the prerender engine lacks; es-MX and en-US use the
// same "," and ".".

const NBSP = "\u00a0";

/** A whole number with "," between thousands. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The last two digits of a number of hundredths. */
export function hundredths(value: number): string {
  return String(value % 100).padStart(2, "0");
}

/** Formats integer centavos as "$3,200,000 MXN", with decimals only when the amount is not a whole number of pesos. */
export function money(centavos: number): string {
  if (centavos < 0) return `-${money(-centavos)}`;
  const decimals = centavos % 100 === 0 ? "" : `.${hundredths(centavos)}`;
  return `$${grouped(Math.floor(centavos / 100))}${decimals}${NBSP}MXN`;
}

/** Formats square metres (at most two decimals) as "62.50 m²". */
export function area(squareMetres: number): string {
  const value = Math.round(squareMetres * 100);
  return `${grouped(Math.floor(value / 100))}.${hundredths(value)}${NBSP}m²`;
}

/** Formats square metres for a reader: in American English as "62.50 m² (673 sq ft)"; a square metre has 10.76391 square feet. */
export function areaIn(locale: string, squareMetres: number): string {
  const feet = grouped(Math.round(squareMetres * 10.76391));
  return area(squareMetres) + (locale.endsWith("-US") ? ` (${feet}${NBSP}sq${NBSP}ft)` : "");
}
