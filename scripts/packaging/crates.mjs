// The crates that a program is linked with, from Cargo.lock.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Runs cargo on the locked dependencies, and returns what it prints. */
export const cargo = (...args) =>
  execFileSync("cargo", [args[0], "--locked", ...args.slice(1)], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });

/**
 * The crates that a package is linked with for some targets (without any, for this machine), itself excluded: name, version
 * and licence by `name version`.
 */
export function crates(name, targets = []) {
  const format = ["--package", name, "--edges", "normal", "--prefix", "none", "--format", "{p}|{l}"];
  const trees = (targets.length ? targets : [undefined]).map((target) =>
    cargo("tree", ...format, ...(target ? ["--target", target] : [])),
  );
  const found = new Map();
  for (const line of trees.join("\n").split("\n")) {
    const [, crate, version, license] = line.match(/^(\S+) v(\S+?)(?: .*)?\|(.*)$/) ?? [];
    if (crate && crate !== name) found.set(`${crate} ${version}`, { name: crate, version, license });
  }
  return found;
}
