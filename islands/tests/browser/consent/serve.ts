// This site with three third parties configured, built and served by the repository's own command on a free port.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const TRACKING = { tag_manager: "GTM-TEST123", heat_map: "abcde12345", customer_relations: "12345678" };

export interface TrackedSite {
  origin: string;
  stop(): void;
}

/** @param units the inventory instead of the site's own, in the shape of the platform's answer */
export async function serveTracked(units?: string): Promise<TrackedSite> {
  const root = mkdtempSync(join(tmpdir(), "consent-"));
  for (const name of ["content", "templates", "islands"]) symlinkSync(join(ROOT, name), join(root, name));
  // What is cached goes by its content: pictures and documents need not be made a second time.
  const cache = join(ROOT, ".site/cache");
  mkdirSync(cache, { recursive: true });
  mkdirSync(join(root, ".site"));
  symlinkSync(cache, join(root, ".site/cache"));
  let settings = readFileSync(join(ROOT, "site.yaml"), "utf8");
  for (const [key, id] of Object.entries(TRACKING))
    settings = settings.replace(`${key}: ""`, `${key}: ${id}`);
  writeFileSync(join(root, "site.yaml"), settings);
  if (units) writeFileSync(join(root, "units.json"), units);
  const source = units ? ["--inventory", join(root, "units.json")] : ["--offline"];
  const child = spawn(
    join(ROOT, "target/debug/site"),
    ["serve", "--root", root, ...source, "--no-watch", "--port", "0"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  child.stderr.on("data", (data) => (said += String(data)));
  const stop = () => {
    child.kill();
    rmSync(root, { recursive: true, force: true });
  };
  const origin = await new Promise<string>((done, fail) => {
    child.on("exit", () => fail(new Error(`site serve ended\n${said}`)));
    createInterface(child.stdout).on("line", (line) => {
      const address = /http:\/\/[^\s/]+/.exec(line)?.[0];
      if (address) done(address);
    });
  });
  return { origin, stop };
}
