// Runs the benchmark of other generators that BENCH_PEERS names, and prints its figures beside this project's. It is a
// folder whose `run.sh N` builds a site of N units with every tool in BENCH_TOOLS and writes tables to BENCH_OUT.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The rows of the first table below the heading that starts with `heading`: cells by the name of their column. */
function table(text, heading) {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(heading));
  const rows = lines.slice(start + 1).filter((line, index, below) => {
    const end = below.findIndex((other) => other.startsWith("#"));
    return line.startsWith("|") && (end < 0 || index < end);
  });
  const [head, , ...body] = rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
  return start < 0 || !head ? [] : body.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])));
}

/** The figures of every tool in the tables of one number of units. */
function figures(text, count) {
  const cold = table(text, `## Cold build, N = ${count} `).filter((row) => row.verified === "yes");
  const again = table(text, `### Rebuilds, N = ${count}`);
  return cold.map((row) => {
    const rebuild = again.find((other) => other["tool and mode"] === row.tool) ?? {};
    return {
      tool: row.tool,
      cpu: Number(row["user+sys s"]),
      memory: Number(row["peak RSS MB"]),
      seconds: {
        cold: Number(row["wall median s"]),
        "nothing changed": Number(rebuild["no change: wall s"]),
        "one price changed": Number(rebuild["one unit's price changed: wall s"]),
      },
    };
  });
}

/** Prints how long other generators take, and how many times as long as this project's builds `measured`, by their number of units. */
export function peers(measured, work) {
  console.log("\n| units | generator | cold s (times this one) | nothing changed s | one price changed s | cold CPU s | MB |\n|---:|---|---:|---:|---:|---:|---:|");
  for (const [count, own] of measured) {
    const out = join(work, `peers-${count}.md`);
    const env = { ...process.env, BENCH_OUT: out, BENCH_WORK: join(work, "peers") };
    const run = spawnSync(join(process.env.BENCH_PEERS, "run.sh"), [String(count)], { encoding: "utf8", env });
    if (run.status !== 0 || !existsSync(out)) throw new Error(`${process.env.BENCH_PEERS}/run.sh failed:\n${run.stdout}${run.stderr}`);
    const ownSeconds = Object.fromEntries(Object.entries(own).map(([what, { wall }]) => [what, wall]));
    console.log(`| ${count} | this one | ${cells(ownSeconds)} | ${own.cold.cpu.toFixed(2)} | ${own.cold.memory.toFixed(0)} |`);
    for (const { tool, cpu, memory, seconds } of figures(readFileSync(out, "utf8"), count)) {
      console.log(`| ${count} | ${tool} | ${cells(seconds, ownSeconds)} | ${cpu.toFixed(2)} | ${memory.toFixed(0)} |`);
    }
  }
}

/** Seconds of each kind of build, with how many times as long that is as `own`. */
function cells(seconds, own) {
  const shown = ["cold", "nothing changed", "one price changed"].map((what) => {
    const times = own ? ` (${(seconds[what] / Math.max(own[what], 0.01)).toFixed(1)}×)` : "";
    return seconds[what].toFixed(2) + times;
  });
  return shown.join(" | ");
}
