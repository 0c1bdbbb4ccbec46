// Every page that ships is valid HTML. The rules, and those left out, stand in htmlvalidate.config.mjs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FileSystemConfigLoader, HtmlValidate } from "html-validate";
// @ts-expect-error: a plain JavaScript file, which html-validate reads itself too
import rules from "../../../htmlvalidate.config.mjs";
import { expect, test } from "./site.ts";

test("every page is valid HTML", async () => {
  const folder = process.env.SITE_FOLDER;
  test.skip(!folder, "the site under SITE_URL is not in a folder of this machine");
  test.setTimeout(180_000);
  const validator = new HtmlValidate(new FileSystemConfigLoader(rules));
  const files = readdirSync(folder!, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".html"),
  );
  expect(files.length).toBeGreaterThan(30);
  const problems: string[] = [];
  for (const file of files.sort()) {
    const { results } = await validator.validateString(readFileSync(join(folder!, file), "utf8"));
    for (const { messages } of results)
      for (const { line, column, ruleId, message } of messages)
        problems.push(`${file}:${line}:${column}: ${message} (${ruleId})`);
  }
  expect(problems.slice(0, 20)).toEqual([]);
});
