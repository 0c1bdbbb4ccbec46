// Writes the software bills of materials (CycloneDX 1.6) to target/sbom: `site.cdx.json` and `leads.cdx.json` list the crates
// of the two programs, `browser.cdx.json` the packages and fonts that browsers get, from dist/licenses.txt.
// usage: node scripts/sbom.mjs
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const OUT = join(ROOT, "target/sbom");

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const checksums = new Map(
  read("Cargo.lock")
    .split("[[package]]")
    .map((entry) => ["name", "version", "checksum"].map((key) => entry.match(new RegExp(`^${key} = "(.*)"$`, "m"))?.[1]))
    .map(([name, version, checksum]) => [`${name} ${version}`, checksum]),
);
const version = read("Cargo.toml").match(/^version = "(.*)"$/m)[1];

/** The crates that a package is linked with, itself excluded. */
function crates(name) {
  const format = ["tree", "--locked", "--package", name, "--edges", "normal", "--prefix", "none", "--format", "{p}|{l}"];
  const lines = execFileSync("cargo", format, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 }).split("\n");
  const found = new Map();
  for (const line of lines) {
    const [, crate, number, license] = line.match(/^(\S+) v(\S+?)(?: .*)?\|(.*)$/) ?? [];
    if (crate && crate !== name) found.set(`${crate} ${number}`, component(crate, number, license, `pkg:cargo/${crate}@${number}`));
  }
  for (const [key, entry] of found) {
    const checksum = checksums.get(key);
    if (checksum) entry.hashes = [{ alg: "SHA-256", content: checksum }];
  }
  return [...found.values()];
}

/** What browsers get: the titles in the notices, `name version (licence)` or `font file`. */
function browserParts() {
  const titles = [...read("dist/licenses.txt").matchAll(/^== (.+) ==$/gm)].map(([, title]) => title);
  return titles.map((title) => {
    const [, name, number, license] = title.match(/^(\S+) (\S+) \((.+)\)/) ?? [];
    if (name) return component(name, number, license, `pkg:npm/${name.replace("@", "%40")}@${number}`);
    return { type: "file", name: title.replace(/^font /, "") };
  });
}

function component(name, number, license, purl) {
  const licenses = license ? [{ expression: license.replaceAll("/", " OR ") }] : [];
  return { type: "library", "bom-ref": purl, name, version: number, purl, licenses };
}

function write(file, name, type, components) {
  components.sort((one, other) => (one["bom-ref"] ?? one.name).localeCompare(other["bom-ref"] ?? other.name, "en"));
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type, name, version, "bom-ref": name } },
    components,
  };
  writeFileSync(join(OUT, file), `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`target/sbom/${file}: ${components.length} components`);
}

mkdirSync(OUT, { recursive: true });
write("site.cdx.json", "site", "application", crates("generator"));
write("leads.cdx.json", "leads", "application", crates("functions"));
write("browser.cdx.json", "browser", "application", browserParts());
