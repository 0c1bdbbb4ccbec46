// Computes the contrast of the colour pairs that the style sheets use, in each theme, and fails when one is below
// WCAG 2.2 AA: 4.5 for text, 3 for lines and symbols that carry information.
//
//     node scripts/contrast.mjs
import { readFileSync } from "node:fs";

const css = readFileSync(new URL("../templates/styles/tokens.css", import.meta.url), "utf8");
const AA_TEXT = 4.5;
const AA_MARK = 3;

/** The custom properties of the rules for a theme; those of `:root` belong to every theme. */
function tokens(theme) {
  const found = new Map();
  for (const [, selector, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selector.replaceAll(/\/\*.*?\*\//gs, "").split(",");
    const matches = names.some((name) => name.trim() === ":root" || name.trim() === `[data-theme="${theme}"]`);
    if (!matches) continue;
    for (const [, name, value] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(name, value.trim());
  }
  return found;
}

function resolve(found, name) {
  const value = found.get(name);
  if (value === undefined) throw new Error(`templates/styles/tokens.css: --${name} is not defined: define it, or remove it from the pairs in scripts/contrast.mjs`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  return reference ? resolve(found, reference[1]) : value;
}

function luminance(hex) {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const [red, green, blue] = [1, 3, 5]
    .map((start) => Number.parseInt(full.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXTS = ["text", "muted", "accent", "disponible", "reservado", "vendido", "error"];
const GROUNDS = ["ground", "raised"];
const PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, AA_TEXT])),
  ["text", "sunken", AA_TEXT],
  ["on-action", "action", AA_TEXT],
  ["on-action", "action-hover", AA_TEXT],
  ["line-strong", "ground", AA_MARK],
];
// Labels on the fills of a plan.
const ON_PLANS = ["disponible-fill", "vendido-fill"].map((fill) => ["text", fill, AA_TEXT]);
// The two fills differ in lightness too, for those who do not see the colours; the third status has a hatch.
ON_PLANS.push(["disponible-fill", "vendido-fill", 1.5]);

let failures = 0;
let count = 0;
for (const theme of ["light", "dark", "mauve"]) {
  const found = tokens(theme);
  for (const [front, back, minimum] of theme === "mauve" ? PAIRS : [...PAIRS, ...ON_PLANS]) {
    const ratio = contrast(resolve(found, front), resolve(found, back));
    count += 1;
    if (ratio < minimum) {
      failures += 1;
      console.error(`templates/styles/tokens.css: theme ${theme}: --${front} on --${back} has contrast ${ratio.toFixed(2)}: change one to reach ${minimum}`);
    }
  }
}
// White on the primary colour: the floating contact button.
if (contrast("#ffffff", resolve(tokens("light"), "primary")) < AA_TEXT) {
  failures += 1;
  console.error(`templates/styles/tokens.css: white on --primary has a contrast below ${AA_TEXT}: make --primary darker`);
}
console.log(`contrast: ${count} pairs, ${failures} below AA`);
process.exit(failures ? 1 : 0);
