// Checks the packages that scripts/package-npm.mjs wrote: every relative link of their documents leads to a file of the package, and
// what they name in it is there. Also that no package is made of a `site` that cannot publish.
// usage: node npm/tests/packages.mjs PACKAGES
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
/** What new projects and messages name in the package of the engine. */
const NAMED = ["content/README.md", "docs/editors.es.md", "docs/site.yaml", "scripts/document-fonts", "scripts/subset-fonts", "templates/README.md"];

const [packages] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "packages-test-"));
try {
  const archives = readdirSync(packages).filter((file) => file.endsWith(".tgz"));
  assert.ok(archives.length >= 5, archives.join());
  let links = 0;
  for (const archive of archives) {
    execFileSync("tar", ["-xzf", join(packages, archive), "-C", work]);
    const files = readdirSync(join(work, "package"), { recursive: true });
    links += files.filter((file) => file.endsWith(".md")).reduce((sum, file) => sum + checked(archive, file), 0);
    if (files.includes("starter")) {
      for (const name of NAMED) assert.ok(existsSync(join(work, "package", name)), `${archive} has no ${name}`);
    }
    rmSync(join(work, "package"), { recursive: true });
  }
  assert.ok(links > 50, `${links} links`);
  refusesWhatCannotPublish();
  console.log(`${links} links in the documents of ${archives.length} packages lead to files`);
} finally {
  rmSync(work, { recursive: true });
}

/** Checks the relative links of a document, and returns how many there are. */
function checked(archive, file) {
  const path = join(work, "package", file);
  // Code that shows how to write a picture leads nowhere, and examples of findings show mistakes.
  const text = readFileSync(path, "utf8").replaceAll(/`!\[[^`]*`|^- Example: .*$/gm, "");
  const targets = [...text.matchAll(/\]\(([^)\s#]+)(#[^)\s]*)?\)/g)].map((found) => found[1]);
  // Texts of sites and templates have addresses of pages.
  const relative = targets.filter((target) => !/^([a-z]+:|\/|\{)/.test(target));
  for (const target of relative) {
    assert.ok(existsSync(join(dirname(path), target)), `${archive}: ${file} links ${target}, which is not in the package`);
  }
  return relative.length;
}

function refusesWhatCannotPublish() {
  const site = join(work, "site");
  writeFileSync(site, "#!/bin/sh\nexit 2\n", { mode: 0o755 });
  const words = ["scripts/package-npm.mjs", "--site", site, "--leads", site, "--out", join(work, "out")];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /compiled without the feature `publish`/);
  assert.ok(!existsSync(join(work, "out")), "nothing is written");
}
