// The codes of a list of units, as addresses have them: `?unidades=O-305,O-310`. The inventory reads them
// by itself, with its other parameters: a module for both would be a file of its own.

const UNIT = /^[a-z0-9][a-z0-9_-]{0,31}$/i;

/** Whether a text from a URL or an event has the form of a unit's code. */
export const isUnit = (code: string): boolean => UNIT.test(code);

/** The codes in a text, each once, in their order; what does not have the form of a code is left out. */
export function parseCodes(text: string): string[] {
  const codes = new Map(
    text.split(/[\s,;]+/).map((code) => [code.toUpperCase(), code]),
  );
  return [...codes.values()].filter(isUnit);
}

/** Whether a list has a unit, whatever the case of its letters. */
export const hasCode = (codes: readonly string[], code: string): boolean =>
  codes.some((other) => other.toUpperCase() === code.toUpperCase());
