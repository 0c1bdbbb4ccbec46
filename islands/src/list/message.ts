// The WhatsApp message about a list of units.

/** More characters than this are inconvenient to read and to edit on a phone. */
export const MESSAGE_LIMIT = 1000;

/** The most that the page script adds to the reference: the campaign and the broker. */
const ORIGIN_LIMIT = 100;

/** A unit in the message: its name and what it costs, or that it is sold. */
export interface ListedUnit {
  name: string;
  price: string;
}

/**
 * The introduction, a line for each unit, the link and the reference. When it would be too long, the link and the reference
 * alone have the codes.
 */
export function listMessage(
  intro: string,
  units: readonly ListedUnit[],
  url: string,
  reference: string,
): string {
  const lines = units.map(({ name, price }) => (price ? `${name}: ${price}` : name));
  const text = [intro, ...lines, url, reference].join("\n");
  return text.length < MESSAGE_LIMIT - ORIGIN_LIMIT ? text : `${intro.slice(0, 100)}\n${url}\n${reference}`;
}
