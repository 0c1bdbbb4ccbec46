// Writes the package `i18next-translator` into node_modules, from the installed i18next: the classes Translator and
// Interpolator, unchanged, with the helpers above them in the same file. An island needs nothing else of i18next; the
// rest (stores, back ends, formatters, change of language) is more than half of its size.
//
//     node scripts/make-translator.mjs        in islands/, after each installation of the packages; `make set-up` runs it
//
// `madeBy` in the package's package.json is the hash of this file. The generator compares it, and the version, before
// it bundles.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const SCRIPT = "scripts/make-translator.mjs";
const SOURCE = "node_modules/i18next";
const PACKAGE = "node_modules/i18next-translator";
const CLASSES = ["Translator", "Interpolator"];
/** The first line of i18next's module that the package leaves out. */
const END = "\nconst parseFormatStr =";

/** The files of the package that are made here, as text by name. */
export function translatorPackage() {
  const { version, license } = JSON.parse(readFileSync(`${SOURCE}/package.json`, "utf8"));
  const source = readFileSync(`${SOURCE}/dist/esm/i18next.js`, "utf8");
  const end = source.indexOf(END);
  const missing = CLASSES.filter((name) => !source.slice(0, end).includes(`\nclass ${name} `));
  if (end < 0 || missing.length)
    throw new Error(
      `i18next ${version} cannot be cut: ${missing.join(", ") || JSON.stringify(END)} is not where ` +
        `${SCRIPT} expects it: adapt CLASSES and END there`,
    );
  const description = {
    name: "i18next-translator",
    version,
    license,
    description: `The translator of i18next without the rest, made by ${SCRIPT}.`,
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    // For the notice in /licenses.txt.
    madeFrom: "i18next",
    madeBy: createHash("sha256").update(readFileSync(SCRIPT)).digest("hex"),
  };
  return {
    "index.js": `${source.slice(0, end)}\nexport { ${CLASSES.join(", ")} };\n`,
    // Last: a package with a description is complete.
    "package.json": `${JSON.stringify(description, null, 2)}\n`,
  };
}

if (process.argv[1]?.endsWith(SCRIPT)) {
  mkdirSync(PACKAGE, { recursive: true });
  copyFileSync("scripts/translator.d.ts", `${PACKAGE}/index.d.ts`);
  copyFileSync(`${SOURCE}/LICENSE`, `${PACKAGE}/LICENSE`);
  for (const [name, text] of Object.entries(translatorPackage())) writeFileSync(`${PACKAGE}/${name}`, text);
}
