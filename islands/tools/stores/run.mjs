// Runs the command of the process's arguments with the address of a store in its environment, and ends with its status.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** @param environment the variables with the store's address and credentials */
export async function runWithStore(environment) {
  const [command, ...words] = process.argv.slice(2);
  const child = spawn(command, words, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const [status] = await once(child, "exit");
  process.exit(status ?? 1);
}
