// Makes src/i18next/translator.js out of the installed i18next: its translator and its interpolation, word for word,
// and what stands before them in the same file; without stores, back ends, formatters, change of language and the
// instance around them, which are more than half of its weight and which an island has no use for.
//
//     node scripts/trim-i18next.mjs        in islands/, after a new version of i18next
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PARTS = ["Translator", "Interpolator"];
const START_OF_THE_REST = "\nconst parseFormatStr =";

/** The trimmed module's text. */
export function trimmed() {
  const { version } = JSON.parse(readFileSync("node_modules/i18next/package.json", "utf8"));
  const source = readFileSync("node_modules/i18next/dist/esm/i18next.js", "utf8");
  const end = source.indexOf(START_OF_THE_REST);
  const missing = PARTS.filter((part) => !source.slice(0, end).includes(`\nclass ${part} `));
  if (end < 0 || missing.length)
    throw new Error(`i18next ${version} is built differently: ${missing} not found`);
  return `// i18next ${version}, MIT licence, (c) i18next. Made by scripts/trim-i18next.mjs; do not edit.
${source.slice(0, end)}
export { ${PARTS.join(", ")} };
`;
}

if (import.meta.url.startsWith("file:") && process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync("src/i18next/translator.js", trimmed());
