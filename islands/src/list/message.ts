// The WhatsApp message about a list of units.

/** More characters than this are inconvenient to read and to edit on a phone. */
export const MESSAGE_LIMIT = 1000;

/** A unit in the message: its name and what it costs, or that it is sold. */
export interface ListedUnit {
  code: string;
  name: string;
  price: string;
}

/** The introduction, a line for each unit, and the link; with less about each unit when it would be too long. */
export function listMessage(intro: string, units: readonly ListedUnit[], url: string): string {
  const lines: ((unit: ListedUnit) => string)[] = [
    ({ name, price }) => (price ? `${name}: ${price}` : name),
    ({ code, price }) => (price ? `${code}: ${price}` : code),
    ({ code }) => code,
  ];
  const texts = lines.map((line) => [intro, ...units.map(line), url].join("\n"));
  // The link has the codes, too.
  return texts.find((text) => text.length < MESSAGE_LIMIT) ?? `${intro.slice(0, 200)}\n${url}`;
}
