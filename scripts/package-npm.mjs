// Writes the npm packages of a release: the engine, what `npm create` starts, the lead function, and the binaries of one platform.
// The same sources and binaries give the same bytes.
// usage: node scripts/package-npm.mjs --site BINARY --leads BINARY --out FOLDER [--platform linux-x64] [--here BINARY]
//   --here   the `site` that runs on this machine and prints the schemas; default that of --site
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Every platform of a release: those of `.github/workflows/release.yml`. */
const PLATFORMS = ["linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl", "darwin-x64", "darwin-arm64", "win32-x64"];
/** What the engine is, from the repository's root. */
const ENGINE = [
  "content/README.md",
  "docs/*.md",
  "docs/images/editing",
  "docs/images/geometry",
  "docs/images/share-pictures.webp",
  "examples/torre/content/*/strings.json",
  "examples/torre/content/*/words.txt",
  "examples/torre/content/*/404.md",
  "examples/torre/content/*/500.md",
  "examples/torre/content/*/aviso-de-privacidad.md",
  "examples/torre/content/*/sin-conexion.md",
  "generator/model/src/theme/neutral.yaml",
  "generator/src/check/findings.md",
  "islands/gallery",
  "islands/package.json",
  "islands/src",
  "islands/tools/*.cjs",
  "islands/tools/*.mjs",
  "islands/tsconfig.json",
  "scripts/document-fonts",
  "scripts/scheduled-publish",
  "scripts/subset-fonts",
  "starter",
  "templates",
  ":!*.test.*",
  ":!docs/specification.md",
  ":!islands/tools/launch-chromium.mjs",
  ":!islands/tools/picture-quality.mjs",
  ":!islands/tools/import-typescript.mjs",
];
/** The package whose binaries are started without it, so that its install script is not needed. */
const BUNDLER = "esbuild";
/** Packages that only projects with documents, or with the hosted editor, install. */
const OPTIONAL = ["@myriaddreamin/typst-ts-node-compiler", "@sveltia/cms"];

const { values } = parseArgs({
  options: {
    site: { type: "string" },
    leads: { type: "string" },
    out: { type: "string" },
    platform: { type: "string", default: "linux-x64" },
    here: { type: "string" },
  },
});
const here = resolve(values.here ?? values.site);
if (!canPublish(here)) {
  console.error(`${here}: compiled without the feature \`publish\`: run \`make release\`, or cargo build without --no-default-features`);
  process.exit(1);
}
const json = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const version = readFileSync(join(ROOT, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];
const description = { ...json("npm/package.json"), version };
const { name } = description;
const leads = `${name}-leads`;
const work = mkdtempSync(join(tmpdir(), "packages-"));
const out = resolve(values.out);

try {
  mkdirSync(out, { recursive: true });
  pack(name, engine, { ...description, ...dependencies() });
  pack(`${name}-${values.platform}`, binary("site", values.site), platformDescription("`site`"));
  pack(leads, leadFunction, {
    ...common("Accepts, saves and delivers the form posts of a website that ceibalta built."),
    bin: { leads: "leads.mjs" },
    optionalDependencies: binaries(leads),
  });
  pack(`${leads}-${values.platform}`, binary("leads", values.leads), platformDescription("`leads`"));
  pack(`create-${name}`, starter, {
    ...common(`Starts a new project of ${name}.`),
    bin: { [`create-${name}`]: "create.mjs" },
    dependencies: { [name]: version },
  });
} finally {
  rmSync(work, { recursive: true });
}

/** The packages that the islands have at run time, and the binary of each platform. */
function dependencies() {
  const { [BUNDLER]: bundler, ...others } = json("islands/package.json").dependencies;
  const needed = Object.entries(others);
  const systems = PLATFORMS.filter((known) => !known.endsWith("-musl")).map((known) => [`@${BUNDLER}/${known}`, bundler]);
  const isOptional = ([known]) => OPTIONAL.includes(known);
  const optional = needed.filter(isOptional);
  return {
    dependencies: Object.fromEntries(needed.filter((entry) => !isOptional(entry))),
    optionalDependencies: Object.fromEntries([...Object.entries(binaries(name)), ...systems]),
    // Any version: a project pins its own, and an upgrade of the engine must not be refused for it.
    peerDependencies: Object.fromEntries(optional.map(([known]) => [known, "*"])),
    peerDependenciesMeta: Object.fromEntries(optional.map(([known]) => [known, { optional: true }])),
  };
}

/** The packages with the binary of each platform, of which npm installs the one for the machine. */
function binaries(of) {
  return Object.fromEntries(PLATFORMS.map((known) => [`${of}-${known}`, version]));
}

function platformDescription(program) {
  const [os, cpu, musl] = values.platform.split("-");
  const libc = os === "linux" ? { libc: [musl ?? "glibc"] } : {};
  return { ...common(`The program ${program} of ${name} for ${values.platform}.`), os: [os], cpu: [cpu], ...libc, preferUnplugged: true };
}

/** Whether a binary has the command that `make serve` leaves out. */
function canPublish(site) {
  return spawnSync(site, ["publish", "--help"], { stdio: "ignore" }).status === 0;
}

function common(text) {
  const { license, engines } = description;
  return { name: "", version, description: text, license, engines };
}

/** The files of the engine, as they are in the repository, and the schemas of a project's files. */
function engine(folder) {
  const files = execFileSync("git", ["ls-files", "-z", "--", ...ENGINE], { cwd: ROOT, encoding: "utf8" });
  for (const file of files.split("\0").filter(Boolean)) copy(file, join(folder, file));
  for (const file of ["site.mjs", "start.mjs", "README.md"]) copy(`npm/${file}`, join(folder, file));
  // The one with every key explained.
  copy("site.yaml", join(folder, "docs/site.yaml"));
  for (const file of files.split("\0").filter(isDocument)) withoutDeadLinks(folder, file);
  const project = join(work, "project");
  mkdirSync(project);
  writeFileSync(join(project, "site.yaml"), "");
  execFileSync(here, ["schema", "--root", project], { stdio: "ignore" });
  cpSync(join(project, ".site/schemas"), join(folder, "schemas"), { recursive: true });
}

/** Documents for people; other Markdown files are texts of sites. */
function isDocument(file) {
  return /^(docs\/[^/]*|.*README|.*findings)\.md$/.test(file) && !/^starter\/[a-z]+\//.test(file);
}

/** Makes plain text of the links of a document that lead to files of the repository that the package lacks. */
function withoutDeadLinks(folder, file) {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const isThere = (target) => /^([a-z]+:|\/|#)/.test(target) || existsSync(join(dirname(path), target.split("#")[0]));
  writeFileSync(path, text.replace(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words, target) => (isThere(target) ? link : words)));
}

/** What writes the binary of a platform's package. */
function binary(program, file) {
  return (folder) => {
    const path = join(folder, "bin", values.platform.startsWith("win32") ? `${program}.exe` : program);
    mkdirSync(dirname(path));
    cpSync(resolve(file), path);
    chmodSync(path, 0o755);
  };
}

function leadFunction(folder) {
  for (const file of ["leads.mjs", "start.mjs"]) copy(`npm/${file}`, join(folder, file));
  copy("npm/leads.md", join(folder, "README.md"));
}

function starter(folder) {
  copy("npm/create/create.mjs", join(folder, "create.mjs"));
}

function copy(file, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(ROOT, file), to);
}

/** Writes one package, with the files that `fill` copies to its folder. */
function pack(packageName, fill, content) {
  const folder = join(work, packageName, "package");
  mkdirSync(folder, { recursive: true });
  fill(folder);
  copy("LICENSE", join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...content, name: packageName }, null, 2)}\n`);
  const file = join(out, `${packageName}-${version}.tgz`);
  const same = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--format=ustar"];
  execFileSync("tar", [...same, "--use-compress-program=gzip -n", "-cf", file, "package"], { cwd: dirname(folder) });
  console.log(file);
}
