// The styles and scripts that browsers get, compared with the compatibility data of the oldest browsers that the site
// supports (browsers.json). Prefixed properties, HTML, and names that are computed are not checked.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { MINIMUM, type Gap } from "../../compatibility/data.ts";
import {
  ENHANCEMENTS,
  LOSSES,
  OWN_NAMES,
} from "../../compatibility/exceptions.ts";
import { gapsOfScript } from "../../compatibility/scripts.ts";
import { gapsOfStyles } from "../../compatibility/styles.ts";
import { expect, test } from "../test.ts";

/** The files of the built site that are styles or scripts. */
function shipped(): [name: string, text: string][] {
  const folder = process.env.SITE_FOLDER!;
  const files = readdirSync(join(folder, "assets")).map((file) =>
    join("assets", file),
  );
  const sources = [...files, "sw.js"].filter((file) =>
    /\.(css|js)$/.test(file),
  );
  return sources.map((file) => [
    file,
    readFileSync(join(folder, file), "utf8"),
  ]);
}

/** Those that only a site with third-party scripts has. */
async function shippedWithConsent(): Promise<[name: string, text: string][]> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
    entryPoints: ["src/consent/index.ts", "../templates/styles/consent.css"],
    outdir: "/",
    bundle: true,
    minify: true,
    format: "esm",
    define: { CONSENT: "'{}'" },
    write: false,
  });
  return outputFiles.map(({ path, text }) => [path, text]);
}

const covers = (key: string, feature: string): boolean =>
  feature === key || feature.startsWith(`${key}.`);

/** The key of the exception for a gap, if there is one. */
function exceptionOf({ level, feature }: Gap): string | undefined {
  const lists = level === "usable" ? [ENHANCEMENTS, LOSSES] : [ENHANCEMENTS];
  const names = OWN_NAMES.map((name) => `script.${name}`);
  return [...lists.flatMap(Object.keys), ...names].find((key) =>
    covers(key, feature),
  );
}

test("styles and scripts use what the oldest supported browsers have, or do without it", async () => {
  const problems: string[] = [];
  const used = new Set<string>();
  let checked = 0;
  for (const [name, text] of [...shipped(), ...(await shippedWithConsent())]) {
    const found = name.endsWith(".css")
      ? gapsOfStyles(text)
      : gapsOfScript(text);
    checked += found.checked;
    for (const gap of found.gaps) {
      const exception = exceptionOf(gap);
      if (exception) used.add(exception);
      else
        problems.push(`${name}: ${gap.feature} (${gap.level}): ${gap.where}`);
    }
  }
  expect(problems).toEqual([]);
  expect(checked).toBeGreaterThan(5000);
  const exceptions = [
    ...Object.keys(ENHANCEMENTS),
    ...Object.keys(LOSSES),
    ...OWN_NAMES.map((name) => `script.${name}`),
  ];
  expect(
    exceptions.filter((key) => !used.has(key)),
    "exceptions that nothing needs",
  ).toEqual([]);
});

test("the documented browsers are those of browsers.json", () => {
  const text = readFileSync(
    new URL("../../../../docs/browsers.md", import.meta.url),
    "utf8",
  );
  for (const { chrome, firefox, safari } of Object.values(MINIMUM))
    expect(text).toContain(`| ${chrome} | ${firefox} | ${safari} |`);
});
