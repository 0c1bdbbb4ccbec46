// Writes the software bills of materials (CycloneDX 1.6): `site.cdx.json` and `leads.cdx.json` list the crates of the two
// programs, `browser.cdx.json` the packages and fonts that browsers get, from the notices of a built site.
// usage: node scripts/sbom.mjs [FOLDER [NOTICES]]  (default: target/sbom dist/licenses.txt)
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ROOT, crates } from "./packaging/crates.mjs";

const [out = "target/sbom", notices = "dist/licenses.txt"] = process.argv.slice(2);

const read = (path) => readFileSync(resolve(ROOT, path), "utf8");
const checksums = new Map(
  read("Cargo.lock")
    .split("[[package]]")
    .map((entry) => ["name", "version", "checksum"].map((key) => entry.match(new RegExp(`^${key} = "(.*)"$`, "m"))?.[1]))
    .map(([name, version, checksum]) => [`${name} ${version}`, checksum]),
);
const version = read("Cargo.toml").match(/^version = "(.*)"$/m)[1];

/** The crates that a package is linked with. */
function crateParts(name) {
  return [...crates(name)].map(([key, { name, version, license }]) => {
    const part = component(name, version, license, `pkg:cargo/${name}@${version}`);
    const checksum = checksums.get(key);
    return checksum ? { ...part, hashes: [{ alg: "SHA-256", content: checksum }] } : part;
  });
}

/** What browsers get: the titles in the notices, `name version (licence)` or `font file`. */
function browserParts() {
  const titles = [...read(notices).matchAll(/^== (.+) ==$/gm)].map(([, title]) => title);
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
  writeFileSync(resolve(ROOT, out, file), `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${out}/${file}: ${components.length} components`);
}

mkdirSync(resolve(ROOT, out), { recursive: true });
write("site.cdx.json", "site", "application", crateParts("generator"));
write("leads.cdx.json", "leads", "application", crateParts("functions"));
write("browser.cdx.json", "browser", "application", browserParts());
