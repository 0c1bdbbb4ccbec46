// Starts this repository's `site` command for the browser tests, Lighthouse and the interaction timings, each process on
// a free port. Imports nothing but Node and constants, because `tools/interactions` loads this file on its own.
import { spawn, type ChildProcess } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { TEST_TIMEOUT_MS } from "../limits.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The generator. */
export const COMMAND = join(ROOT, "target/debug/site");
const SHIPPED_UNITS = join(ROOT, "content/inventory.json");
const TRACKING = {
  tag_manager: "GTM-TEST123",
  heat_map: "abcde12345",
  customer_relations: "12345678",
};

type StubPut = (path: string, body: object) => Promise<unknown>;

export interface ServedSite {
  origin: string;
  /** Where its files are. */
  folder: string;
  stop(): void;
}

/**
 * Playwright's global set-up: serves the built site, and sets `SITE_URL` (the site), `SITE_FOLDER` (its files),
 * `SITE_DEBUG_URL` (the same site with preact/debug) and `SITE_TRACKED_URL` (with three third parties configured). The
 * units are those that the project ships, so that documents which the Rust tests have made are found in the cache. With
 * `SITE_URL` already set, it starts nothing.
 *
 * @param options `others: false` starts only the first of these sites
 * @returns the function that stops what was started
 */
export default async function start(
  options: { others?: boolean } = {},
): Promise<() => void> {
  if (process.env.SITE_URL) return () => {};
  if (!existsSync(COMMAND))
    throw new Error(`${COMMAND} is missing: run \`cargo build\``);
  const output = mkdtempSync(join(tmpdir(), "site-"));
  const children: ChildProcess[] = [];
  let tracked: ServedSite | undefined;
  const stop = () => {
    for (const child of children) child.kill();
    tracked?.stop();
    rmSync(output, { recursive: true, force: true });
  };
  try {
    // Not `--offline`, which would show what a developer has pulled.
    const serve = [
      "serve",
      "--port",
      "0",
      "--no-watch",
      "--inventory",
      SHIPPED_UNITS,
      "--out",
    ];
    process.env.SITE_FOLDER = join(output, "site");
    const site = run(children, [...serve, process.env.SITE_FOLDER]);
    if (options.others === false) process.env.SITE_URL = await site;
    else {
      // Together, because a build alone leaves a processor idle for half of its time.
      const debug = run(children, [
        ...serve,
        join(output, "debug"),
        "--debug-islands",
      ]);
      const tracking = serveTracked().then((site) => (tracked = site));
      [process.env.SITE_URL, process.env.SITE_DEBUG_URL] = await Promise.all([
        site,
        debug,
        tracking,
      ]);
      process.env.SITE_TRACKED_URL = tracked!.origin;
    }
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/**
 * Serves this site with three third parties configured.
 *
 * @param units the inventory instead of the site's own, in the shape of the platform's answer
 */
export async function serveTracked(units?: string): Promise<ServedSite> {
  const project = new Project();
  for (const [key, id] of Object.entries(TRACKING))
    project.write("site.yaml", (settings) =>
      settings.replace(`${key}: ""`, `${key}: ${id}`),
    );
  if (units) project.write("units.json", () => units);
  const source = units
    ? ["--inventory", join(project.root, "units.json")]
    : ["--offline"];
  return project.serve([...source, "--no-watch"]);
}

/**
 * Serves this site with the units of a platform stub, which also takes leads in place of their other receivers.
 *
 * @param prepare sets how the stub answers, before the first pull; it gets a function that sends JSON to `/_stub/<path>`
 */
export async function servePulled(
  prepare: (put: StubPut) => Promise<unknown>,
): Promise<ServedSite> {
  const children: ChildProcess[] = [];
  const endStub = () => children.forEach((child) => child.kill());
  try {
    const stub = await run(
      children,
      ["platform-stub", "--port", "0"],
      ROOT,
      "/_stub/requests",
    );
    await prepare((path, body) =>
      fetch(`${stub}/_stub/${path}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const site = await new Project().serve(["--platform", stub, "--no-watch"], {
      WEBHOOK_URL: `${stub}/receivers/webhook`,
      WEBHOOK_SECRET: "whsec_Zm9yIGxvY2FsIGRldmVsb3BtZW50IG9ubHk=",
      HUBSPOT_URL: `${stub}/receivers/hubspot`,
      HUBSPOT_FORM: "1/local",
      HUBSPOT_TOKEN: "local",
    });
    const stop = () => {
      site.stop();
      endStub();
    };
    return { ...site, stop };
  } catch (error) {
    endStub();
    throw error;
  }
}

/** Serves a development of `examples/` with this repository's engine, from a folder outside it. */
export async function serveExample(name: string): Promise<ServedSite> {
  const project = new Project([], join(ROOT, "examples", name));
  return project.serve(["--offline", "--no-watch"]);
}

/** A project with the sources of this one, in a folder of its own. */
export class Project {
  readonly root = mkdtempSync(join(tmpdir(), "project-"));
  private readonly children: ChildProcess[] = [];
  private readonly own: string[];
  private readonly from: string;

  /**
   * @param own folders that a test changes: they are copied, and the others are links
   * @param from the project whose sources it has; what that one lacks is the engine's
   */
  constructor(own: string[] = [], from = ROOT) {
    // Not parameter properties: Node itself runs this file, too, and only leaves out types.
    this.own = own;
    this.from = from;
    for (const name of ["content", "templates", "islands"])
      if (existsSync(join(from, name))) this.add(name);
    for (const name of ["site.yaml", "theme.yaml"])
      cpSync(join(from, name), join(this.root, name));
    // Cache keys are content hashes, so pictures and documents are not made a second time.
    const cache = join(ROOT, ".site/cache");
    mkdirSync(cache, { recursive: true });
    mkdirSync(join(this.root, ".site"));
    symlinkSync(cache, join(this.root, ".site/cache"));
  }

  private add(name: string): void {
    const [from, to] = [join(this.from, name), join(this.root, name)];
    if (this.own.includes(name)) cpSync(from, to, { recursive: true });
    else if (this.own.some((path) => path.startsWith(`${name}/`))) {
      mkdirSync(to);
      for (const entry of readdirSync(from)) this.add(`${name}/${entry}`);
    } else symlinkSync(from, to);
  }

  /** Writes a file; `change` gets its text, empty for a new file. */
  write(name: string, change: (text: string) => string): void {
    const path = join(this.root, name);
    writeFileSync(
      path,
      change(existsSync(path) ? readFileSync(path, "utf8") : ""),
    );
  }

  /** Makes a folder as it was before a test changed its files, and writes only these. Files that a test created stay. */
  restore(name: string): void {
    const isChanged = (from: string, to: string): boolean =>
      statSync(from).isDirectory() ||
      !existsSync(to) ||
      !readFileSync(from).equals(readFileSync(to));
    cpSync(join(this.from, name), join(this.root, name), {
      recursive: true,
      force: true,
      filter: isChanged,
    });
  }

  async serve(
    options: string[],
    environment?: NodeJS.ProcessEnv,
  ): Promise<ServedSite> {
    try {
      const command = ["serve", "--root", this.root, "--port", "0", ...options];
      const origin = await run(
        this.children,
        command,
        this.root,
        "/",
        environment,
      );
      return {
        origin,
        folder: join(this.root, "dist"),
        stop: () => this.stop(),
      };
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** The processor time of its servers so far, in milliseconds (proc(5); a tick is 10 ms on Linux). */
  processorTime(): number {
    const ticks = (child: ChildProcess): number => {
      const [, fields] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(
        /.*\) /,
      );
      const [user, system] = fields!.split(" ").slice(11, 13);
      return Number(user) + Number(system);
    };
    return this.children.reduce((sum, child) => sum + ticks(child), 0) * 10;
  }

  private stop(): void {
    // Not by a signal that the command may answer after its build.
    for (const child of this.children) child.kill("SIGKILL");
    // It may be writing a file in this moment.
    rmSync(this.root, {
      recursive: true,
      force: true,
      maxRetries: 20,
      retryDelay: 100,
    });
  }
}

/** Starts the command; resolves to the origin that it prints, when `path` is there. Rejects with the command's output. */
function run(
  children: ChildProcess[],
  args: string[],
  cwd = ROOT,
  path = "/",
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(COMMAND, args, {
    cwd,
    env: {
      PLATFORM_TOKEN: "local-development-only",
      ...process.env,
      SITE_ENGINE: ROOT,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (reason: string) =>
      reject(new Error(`site ${args[0]} ${reason}\n${output}`));
    const timer = setTimeout(() => fail("printed no address"), TEST_TIMEOUT_MS);
    child.stderr!.on("data", (data) => (output += String(data)));
    child.on("exit", (code) => fail(`ended with ${code}`));
    createInterface(child.stdout!).on("line", (line) => {
      const origin = /http:\/\/[^\s/]+/.exec(line)?.[0];
      output += `${line}\n`;
      if (!origin) return;
      clearTimeout(timer);
      // A site that cannot be built is served as a list of its problems: report them once, not in every test.
      void fetch(origin + path).then(({ status }) =>
        status === 200
          ? resolve(origin)
          : fail(`answers with status ${status}`),
      );
    });
  });
}
