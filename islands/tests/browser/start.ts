// Before all browser tests: the platform's stub and the built site, served by this repository's own command, on
// ephemeral ports. `SITE_URL` (and `SITE_DEBUG_URL`) in the environment name a site that already runs.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const COMMAND = join(ROOT, "target/debug/site");
const TOKEN = "local-development-only";
/** A first build makes bundles, documents and pictures. */
const PATIENCE = 180_000;

/** @param options `debug: false` leaves out the second site, with preact/debug */
export default async function start(options: { debug?: boolean } = {}): Promise<() => void> {
  if (process.env.SITE_URL) return () => {};
  if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is missing: run \`cargo build\` first`);
  const output = mkdtempSync(join(tmpdir(), "site-"));
  const children: ChildProcess[] = [];
  const stop = () => {
    for (const child of children) child.kill();
    rmSync(output, { recursive: true, force: true });
  };
  try {
    const platform = await run(children, ["platform-stub", "--port", "0"]);
    const serve = ["serve", "--port", "0", "--no-watch", "--platform", platform, "--out"];
    process.env.PLATFORM_STUB_URL = platform;
    process.env.SITE_FOLDER = join(output, "site");
    process.env.SITE_URL = await run(children, [...serve, process.env.SITE_FOLDER]);
    if (options.debug !== false)
      process.env.SITE_DEBUG_URL = await run(children, [...serve, join(output, "debug"), "--debug-islands"]);
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** Starts the command and answers the address that it prints. */
function run(children: ChildProcess[], args: string[]): Promise<string> {
  const child = spawn(COMMAND, args, {
    cwd: ROOT,
    env: { ...process.env, PLATFORM_TOKEN: TOKEN },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return new Promise((done, fail) => {
    let said = "";
    const refuse = (why: string) => fail(new Error(`site ${args[0]} ${why}\n${said}`));
    const timer = setTimeout(() => refuse("printed no address"), PATIENCE);
    child.stderr!.on("data", (data) => (said += String(data)));
    child.on("exit", (code) => refuse(`ended with ${code}`));
    createInterface(child.stdout!).on("line", (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      said += `${line}\n`;
      if (!address) return;
      clearTimeout(timer);
      // A site that could not be built is served as its problems: say them once, not in every test.
      if (args[0] !== "serve") return done(address);
      void fetch(address).then(({ status }) =>
        status === 200 ? done(address) : refuse(`answers ${status}`),
      );
    });
  });
}
