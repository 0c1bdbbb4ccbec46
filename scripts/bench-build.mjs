// Measures how long a build takes compared with copying its output (the floor) and with other generators:
//   node scripts/bench-build.mjs [--compile] [N ...]
// Works on a copy of the project in a temporary folder (TMPDIR=/dev/shm excludes the disk) with the release binary, and
// prints Markdown tables. Each figure is that of the run with the median time. Ratios are comparable between machines,
// seconds are not; on a machine with other load, "CPU s" is more precise than "s". Where valgrind is installed, a second table has
// the instructions of a build from an empty output, which no load changes, and those of each page more.
//   --compile                also measures compiling from nothing, as `make serve` and `make release` do
//   BENCH_PEERS, BENCH_TOOLS also run the benchmark of other generators in that folder, with the tools in this one
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { peers } from "./bench-peers.mjs";
import { manyUnits } from "./many-units.mjs";

const REPETITIONS = Number(process.env.BENCH_REPS ?? 5);
/** The number of units that the example has, whose builds make documents. */
const EXAMPLE = 69;
/** Builds of more units are not counted, because valgrind makes them fifty times slower. */
const MOST_COUNTED = 2000;
const options = process.argv.slice(2);
const numbers = options.filter((option) => option !== "--compile").map(Number);
const counts = numbers.length ? numbers : [EXAMPLE, 1000, 10000];
const root = resolve(import.meta.dirname ?? ".", "..");
const site = process.env.SITE_BINARY ?? join(root, "target/release/site");
const work = mkdtempSync(join(tmpdir(), "bench-"));
const project = join(work, "project");
const dist = join(project, "dist");
const inventory = join(work, "units.json");

/** One run: wall-clock seconds, CPU seconds and peak memory in megabytes. */
function measure(file, arguments_, settings = {}) {
  const report = join(work, "time.txt");
  const run = spawnSync("/usr/bin/env", ["time", "-o", report, "-f", "%e %U %S %M", file, ...arguments_], {
    encoding: "utf8",
    ...settings,
  });
  if (run.status !== 0) throw new Error(`${file} failed:\n${run.stdout}${run.stderr}`);
  const last = readFileSync(report, "utf8").trim().split("\n").at(-1);
  const [wall, user, system, memory] = last.split(" ").map(Number);
  return { wall, cpu: user + system, memory: memory / 1024 };
}

/** The run with the median time of several; `prepare` comes before each and is not measured. */
function median(prepare, run) {
  const runs = Array.from({ length: REPETITIONS }, (_, index) => (prepare(index), run()));
  return runs.sort((a, b) => a.wall - b.wall)[Math.floor(REPETITIONS / 2)];
}

const BUILD = ["build", "--root", project, "--inventory", inventory];
const build = () => measure(site, BUILD);

/** The number of pages in the output. */
function countPages() {
  const sitemaps = readdirSync(dist).filter((name) => /^sitemap.*\.xml$/.test(name));
  const addresses = (name) => readFileSync(join(dist, name), "utf8").split("<url>").length - 1;
  return sitemaps.reduce((sum, name) => sum + addresses(name), 0);
}

/** The instructions of a build of `count` units from an empty output, and its number of pages. */
function counted(count) {
  writeFileSync(inventory, manyUnits(count));
  build(); // fills the caches
  const pages = countPages();
  rmSync(dist, { recursive: true });
  const run = spawnSync("valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", site, ...BUILD], { encoding: "utf8" });
  const [, collected] = /Collected : (\d+)/.exec(run.stderr) ?? [];
  if (run.status !== 0 || !collected) throw new Error(`valgrind failed:\n${run.stdout}${run.stderr}`);
  return { pages, instructions: Number(collected) };
}

/** Prints the instructions of builds, and those of each page that more units add. */
function printInstructions() {
  console.log("\n| units | pages | instructions, millions | of each page more |\n|---:|---:|---:|---:|");
  const millions = (instructions) => (instructions / 1e6).toFixed(instructions < 1e8 ? 2 : 0);
  for (const count of counts.filter((count) => count <= MOST_COUNTED)) {
    const [half, whole] = [Math.ceil(count / 2), count].map(counted);
    const more = (whole.instructions - half.instructions) / (whole.pages - half.pages);
    console.log(`| ${count} | ${whole.pages} | ${millions(whole.instructions)} | ${millions(more)} |`);
  }
}

/** What is measured with this number of units, by its name in the table. */
function rows(count) {
  const original = manyUnits(count);
  writeFileSync(inventory, original);
  build(); // fills the caches of scripts, documents and pictures, which are not measured
  const cold = median(() => rmSync(dist, { recursive: true }), build);
  const copy = join(work, "copy");
  const floor = median(
    () => rmSync(copy, { recursive: true, force: true }),
    () => measure("cp", ["-r", dist, copy]),
  );
  rmSync(copy, { recursive: true });
  const same = median(() => {}, build);
  const changed = median((index) => writeFileSync(inventory, manyUnits(count, 5_000_000 + index * 10_000)), build);
  return { cold, "nothing changed": same, "one price changed": changed, "`cp -r` of the output": floor };
}

/** The build of the example by somebody who has no caches: every picture is sized and every document typeset. */
function first() {
  rmSync(join(project, ".site"), { recursive: true, force: true });
  rmSync(dist, { recursive: true, force: true });
  writeFileSync(inventory, manyUnits(EXAMPLE));
  return build();
}

function printRow(name, pages, what, { wall, cpu, memory }, floor) {
  const ratio = floor ? (wall / Math.max(floor.wall, 0.01)).toFixed(1) : "";
  console.log(`| ${name} | ${pages} | ${what} | ${wall.toFixed(2)} | ${cpu.toFixed(2)} | ${memory.toFixed(0)} | ${ratio} |`);
}

function copyProject() {
  const islands = ["src", "tools", "package.json", "package-lock.json", "tsconfig.json"].map((name) => `islands/${name}`);
  const sources = ["site.yaml", "theme.yaml", "content", "templates", ...islands, ".site/cache"];
  for (const name of sources.filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, name), join(project, name), { recursive: true });
  }
  symlinkSync(join(root, "islands/node_modules"), join(project, "islands/node_modules"));
}

/** Compiles into an empty folder. The dependencies are downloaded before, because the network is not measured. */
function compiling(file, arguments_) {
  const target = join(work, "target");
  const env = { ...process.env, CARGO_TARGET_DIR: target, CARGO_INCREMENTAL: "0" };
  spawnSync("cargo", ["fetch", "--locked"], { cwd: root });
  const measured = measure(file, arguments_, { cwd: root, env });
  rmSync(target, { recursive: true });
  return measured;
}

try {
  copyProject();
  const machine = `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`;
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}, median of ${REPETITIONS}\n`);
  console.log("| units | pages | build | s | CPU s | MB | times the copy |\n|---:|---:|---|---:|---:|---:|---:|");
  const measured = new Map();
  for (const count of counts) {
    const own = rows(count);
    const pages = countPages();
    for (const [what, run] of Object.entries(own)) printRow(count, pages, what, run, own["`cp -r` of the output"]);
    if (count === EXAMPLE) printRow(count, pages, "first, without caches", first());
    measured.set(count, own);
  }
  if (spawnSync("valgrind", ["--version"]).status === 0) printInstructions();
  if (options.includes("--compile")) {
    const serve = ["build", "--locked", "--package", "generator", "--no-default-features", "--bin", "site"];
    printRow("", "", "compiling for `make serve`", compiling("cargo", serve));
    printRow("", "", "compiling for `make release`", compiling("scripts/release-build", ["release", "generator", "site"]));
  }
  if (process.env.BENCH_TOOLS && process.env.BENCH_PEERS) peers(measured, work);
} finally {
  rmSync(work, { recursive: true });
}
