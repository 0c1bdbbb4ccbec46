// A registry for tests: serves the packages of a folder to npm, and sends it to the configured registry for all others.
// Packages of other platforms are described, so that a lock file can have them, and have no content.
// usage: node npm/tests/registry.mjs FOLDER; prints its address, and ends when its input ends
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const others = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
const files = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
const packages = new Map();
for (const file of files) {
  const tarball = readFileSync(join(folder, file));
  const text = execFileSync("tar", ["-xzOf", join(folder, file), "package/package.json"], { encoding: "utf8" });
  const description = JSON.parse(text);
  packages.set(description.name, [...(packages.get(description.name) ?? []), { description, tarball, file }]);
}

for (const [{ description }] of [...packages.values()]) {
  for (const [name, version] of Object.entries(description.optionalDependencies ?? {})) {
    if (!name.startsWith(`${description.name}-`)) continue;
    const [os, cpu] = name.slice(description.name.length + 1).split("-");
    const entry = { description: { name, version, os: [os], cpu: [cpu], libc: ["musl"] }, tarball: "", file: name };
    if (!packages.has(name)) packages.set(name, [entry]);
  }
}

const server = createServer((request, answer) => {
  const path = decodeURIComponent(request.url.slice(1));
  const versions = packages.get(path);
  const file = [...packages.values()].flat().find((known) => `files/${known.file}` === path);
  if (versions) answer.setHeader("content-type", "application/json").end(JSON.stringify(packument(path, versions)));
  else if (file) answer.end(file.tarball);
  else answer.writeHead(307, { location: new URL(request.url.slice(1), others).href }).end();
});

function packument(name, versions) {
  const entries = versions.map(({ description, tarball, file }) => {
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { integrity, tarball: `${address()}files/${file}` };
    return [description.version, { ...description, dist }];
  });
  return { name, "dist-tags": { latest: entries.at(-1)[0] }, versions: Object.fromEntries(entries) };
}

function address() {
  return `http://127.0.0.1:${server.address().port}/`;
}

server.listen(0, "127.0.0.1", () => console.log(address()));
process.stdin.on("end", () => process.exit()).resume();
