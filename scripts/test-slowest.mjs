// Runs the tests of both tiers, and prints the thirty slowest of each kind with their seconds. A test that fails is listed, too.
// usage: node scripts/test-slowest.mjs [rust|components|browser ...]  (default: all of them)
import { spawnSync } from "node:child_process";

const NUMBER = 30;
const ISLANDS = new URL("../islands", import.meta.url);

const KINDS = { rust, components, browser };
const wanted = process.argv.slice(2);
for (const [kind, measure] of Object.entries(KINDS)) {
  if (wanted.length && !wanted.includes(kind)) continue;
  const tests = measure().sort((one, other) => other.seconds - one.seconds);
  const sum = tests.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`${kind}: ${tests.length} tests, ${sum.toFixed(0)} s together`);
  for (const { seconds, name } of tests.slice(0, NUMBER))
    console.log(`${seconds.toFixed(1).padStart(7)} ${name}`);
}

/**
 * Unit and process tests. Only the nightly libtest reports times, unless this variable says otherwise. The harness of the golden
 * sites reports none: each of them takes tenths of a second.
 */
function rust() {
  const runner = `target."cfg(all())".runner = ["env", "RUSTC_BOOTSTRAP=1"]`;
  const tests = ["--lib", "--test", "[!s]*", "--test", "suite"];
  const report = ["-Z", "unstable-options", "--format", "json", "--report-time"];
  const all = ["--include-ignored", "--skip", "cloudflare_pages_answers"];
  const cargo = ["test", "--config", runner, "--workspace", "--no-fail-fast", ...tests];
  return run("cargo", [...cargo, "--", ...report, ...all])
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ type, exec_time }) => type === "test" && exec_time !== undefined)
    .map(({ name, exec_time }) => ({ name, seconds: exec_time }));
}

/** Unit tests of the scripts, on preact in one language. */
function components() {
  const report = JSON.parse(run("npx", ["vitest", "run", "--reporter=json"], ISLANDS));
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${file.replace(/.*\/islands\//, "")} ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

/** Tests in browsers. */
function browser() {
  const report = JSON.parse(run("npx", ["playwright", "test", "--reporter=json"], ISLANDS));
  const specs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specs)];
  return specs(report).flatMap(({ file, title, tags, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `${projectName} ${file}: ${title}${tags.length ? ` (${tags.join(", ")})` : ""}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
}

/** What a command prints, whether or not it fails. */
function run(program, words, cwd) {
  const pipes = ["ignore", "pipe", "inherit"];
  const { stdout, error } = spawnSync(program, words, { cwd, stdio: pipes, encoding: "utf8", maxBuffer: 1 << 30 });
  if (error) throw error;
  return stdout;
}
