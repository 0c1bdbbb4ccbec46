// Starts the program of this machine's platform, from the package that npm installed beside this one.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SIGNALS = ["SIGINT", "SIGHUP", "SIGTERM"];
const TOOL_FAILED = 1;

const folder = dirname(fileURLToPath(import.meta.url));
const { name, optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Runs a program with the arguments of this process and these variables beside its own, and ends as it ends. */
export function start(program, variables = {}) {
  const path = binary(program);
  if (path) run(path, variables);
  else process.exitCode = TOOL_FAILED;
}

/** The path of the binary, from the package of the platform that npm installed. */
function binary(program) {
  const platform = `${name}-${process.platform}-${process.arch}`;
  const packages = Object.keys(optionalDependencies).filter((known) => known === platform || known === `${platform}-musl`);
  const require = createRequire(import.meta.url);
  for (const known of packages) {
    try {
      return require.resolve(`${known}/bin/${program}${process.platform === "win32" ? ".exe" : ""}`);
    } catch {
      // Only the one for this machine's C library is installed.
    }
  }
  const why = packages.length
    ? `the package ${packages.join(" or ")} is not installed: run npm install --include=optional`
    : `there is no package for ${process.platform} ${process.arch}: compile the command from its sources`;
  console.error(`${name}: ${why}`);
  return undefined;
}

/** Runs the command, and ends as it ends. */
function run(path, variables) {
  const environment = { ...process.env, ...variables };
  // This process waits for the command, which decides when it ends. A terminal sends signals to both; a container or an editor
  // sends them to this process alone, so they are passed on. On Windows that would end the command at once. They are caught before the
  // command starts: one that came in between would end this process alone.
  let child;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (process.platform !== "win32") child.kill(signal);
    });
  }
  child = spawn(path, process.argv.slice(2), { stdio: "inherit", env: environment });
  child.on("error", (error) => {
    console.error(`${name}: cannot start ${path}: ${error.message}`);
    process.exitCode = TOOL_FAILED;
  });
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}
