// Measures how long a build takes compared with copying its output (the floor): node scripts/bench-build.mjs [N ...]
// Works on a copy of the project in a temporary folder (TMPDIR=/dev/shm excludes the disk) with the release binary, and
// prints a Markdown table. Ratios are comparable between machines, seconds are not. On a machine with other load, "CPU s"
// is more precise than "s".
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { manyUnits } from "./many-units.mjs";

const REPETITIONS = 3;
const counts = process.argv.slice(2).map(Number);
const root = resolve(import.meta.dirname ?? ".", "..");
const site = process.env.SITE_BINARY ?? join(root, "target/release/site");
const work = mkdtempSync(join(tmpdir(), "bench-"));

/** One run: wall-clock seconds, CPU seconds and peak memory in megabytes. */
function measure(file, arguments_) {
  const format = "%e %U %S %M";
  const run = spawnSync("/usr/bin/env", ["time", "-f", format, file, ...arguments_], { encoding: "utf8" });
  const last = run.stderr.trim().split("\n").at(-1);
  if (run.status !== 0) throw new Error(`${file} failed:\n${run.stderr}`);
  const [wall, user, system, memory] = last.split(" ").map(Number);
  return { wall, cpu: user + system, memory: memory / 1024 };
}

/** The run with the shortest wall-clock time, which other processes disturbed least. */
function best(runs) {
  return [...runs].sort((a, b) => a.wall - b.wall)[0];
}

const project = join(work, "project");
const sources = ["site.yaml", "theme.yaml", "content", "templates", "islands/src", "islands/scripts", "islands/tools", "islands/package.json", "islands/package-lock.json", "islands/tsconfig.json"];
// With the caches of scripts, pictures and documents, as in an ordinary build: sizing all pictures would take a minute.
for (const name of [...sources, ".site/cache"].filter((name) => existsSync(join(root, name)))) {
  cpSync(join(root, name), join(project, name), { recursive: true });
}
symlinkSync(join(root, "islands/node_modules"), join(project, "islands/node_modules"));

console.log("| units | pages | build | s | CPU s | MB | times the floor |\n|---:|---:|---|---:|---:|---:|---:|");
for (const count of counts.length ? counts : [69, 1000, 10000]) {
  const file = join(work, "units.json");
  const dist = join(project, "dist");
  const build = () => measure(site, ["build", "--root", project, "--inventory", file]);
  writeFileSync(file, manyUnits(count));
  build(); // fills the caches of scripts, documents and pictures, which are not measured
  const cold = best(Array.from({ length: REPETITIONS }, () => (rmSync(dist, { recursive: true }), build())));
  const floor = best(
    Array.from({ length: REPETITIONS }, () => {
      rmSync(join(work, "copy"), { recursive: true, force: true });
      return measure("cp", ["-r", dist, join(work, "copy")]);
    }),
  );
  const same = best(Array.from({ length: REPETITIONS }, build));
  const changed = best(
    Array.from({ length: REPETITIONS }, (_, i) => (writeFileSync(file, manyUnits(count, 5_000_000 + i * 10_000)), build())),
  );
  const pages = readFileSync(join(dist, "sitemap.xml"), "utf8").split("<loc>").length - 1;
  const rows = { "cold": cold, "nothing changed": same, "one price changed": changed, "floor: cp -r of the tree": floor };
  for (const [name, { wall, cpu, memory }] of Object.entries(rows)) {
    const ratio = (wall / Math.max(floor.wall, 0.01)).toFixed(1);
    console.log(`| ${count} | ${pages} | ${name} | ${wall.toFixed(2)} | ${cpu.toFixed(2)} | ${memory.toFixed(0)} | ${ratio} |`);
  }
}
rmSync(work, { recursive: true });
