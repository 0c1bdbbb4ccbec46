// Writes numbers as the build does, so that a page has one format of numbers in every browser.

/**
 * Returns the function that writes a number in plain notation, `1234567.50`.
 *
 * @param sample how the build writes 12345678.5: `12,345,678.5`, `1,23,45,678.5`
 * @param thousand how it writes 1000, which some locales do not group
 */
export function numberFormat(
  sample: string,
  thousand: string,
): (plain: string) => string {
  const signs = sample.replace(/\d/g, "");
  const group = signs[0]!;
  const decimal = signs.at(-1)!;
  // The last group has three digits in every locale.
  const { length } = sample.split(group)[1]!;
  const boundaries = new RegExp(`\\B(?=(\\d{${length}})*\\d{3}$)`, "g");
  const groupedFrom = thousand.includes(group) ? 4 : 5;
  return (plain) => {
    const [whole, fraction] = plain.split(".");
    const grouped =
      whole!.length < groupedFrom ? whole! : whole!.replace(boundaries, group);
    return fraction ? grouped + decimal + fraction : grouped;
  };
}
