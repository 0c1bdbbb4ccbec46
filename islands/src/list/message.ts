// The WhatsApp message about a list of units.

/** More characters than this are inconvenient to read and to edit on a phone. */
export const MESSAGE_LIMIT = 1000;

/** The most that the page script adds to the reference: the campaign and the broker. */
const ORIGIN_LIMIT = 100;

/** A unit in the message: its name and what it costs, or that it is sold. */
export interface ListedUnit {
  code: string;
  name: string;
  price: string;
}

/**
 * The introduction, a line for each unit, the link and the reference; with less about each unit when it would be too long.
 */
export function listMessage(
  intro: string,
  units: readonly ListedUnit[],
  url: string,
  reference: string,
): string {
  const lines: ((unit: ListedUnit) => string)[] = [
    ({ name, price }) => (price ? `${name}: ${price}` : name),
    ({ code, price }) => (price ? `${code}: ${price}` : code),
    ({ code }) => code,
  ];
  const texts = lines.map((line) => [intro, ...units.map(line), url, reference].join("\n"));
  // The link has the codes, too.
  const short = texts.find((text) => text.length < MESSAGE_LIMIT - ORIGIN_LIMIT);
  return short ?? [intro.slice(0, 100), url, reference].join("\n");
}
