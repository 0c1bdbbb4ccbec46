// Prints the notices of the crates that a program is linked with: licence, source, and the texts that the crate ships, each
// text once. usage: node scripts/packaging/notices.mjs PACKAGE TARGET ...
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { cargo, crates } from "./crates.mjs";

/** How the names of files with a licence or a notice begin. */
const LICENSE_FILE = /^(licen[sc]e|copying|copyright|notice|unlicense)(?!.*\.(rs|py|js)$)/i;

const [program, ...targets] = process.argv.slice(2);
const packages = new Map(
  JSON.parse(cargo("metadata", "--format-version", "1", ...targets.flatMap((target) => ["--filter-platform", target])))
    .packages.filter(({ source }) => source)
    .map((known) => [`${known.name} ${known.version}`, known]),
);
const linked = [...crates(program, targets).keys()].filter((key) => packages.has(key)).sort();
const texts = new Map();
const withoutText = [];
for (const key of linked) {
  const folder = dirname(packages.get(key).manifest_path);
  const files = licenseFiles(folder);
  if (files.length === 0) withoutText.push(key);
  for (const file of files) {
    const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();
    texts.set(text, [...(texts.get(text) ?? []), `${key} ${relative(folder, file)}`]);
  }
}
// A crate that ships no text is under one that another crate ships.
const shipped = new Set(linked.filter((key) => !withoutText.includes(key)).flatMap((key) => licenses(key)));
const unknown = withoutText.filter((key) => !licenses(key).some((license) => shipped.has(license)));
if (unknown.length) {
  console.error(`${unknown.join(", ")}: no crate ships the text of the licence: add it to scripts/packaging/notices.mjs`);
  process.exit(1);
}

const lines = linked.map((key) => {
  const { name, version, license, authors } = packages.get(key);
  const by = withoutText.includes(key)
    ? `, by ${authors.join(", ") || "its authors"}; its source has no text of the licence`
    : "";
  return `${key}: ${license}, https://crates.io/crates/${name}/${version}${by}`;
});
console.log(`This program contains the following Rust crates. Their texts are below.\n\n${lines.join("\n")}`);
for (const [text, names] of texts) console.log(`\n== ${names.join(", ")} ==\n\n${text}`);

/** The licences of a crate, each of an expression like `MIT OR Apache-2.0`. */
function licenses(key) {
  return (packages.get(key).license ?? "").split(/\/| OR | AND |[()]/).filter(Boolean);
}

/** The licence files of a crate and of the sources of others that it contains, sorted. */
function licenseFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
