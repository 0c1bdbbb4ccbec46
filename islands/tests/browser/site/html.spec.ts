// Every page that ships is valid HTML. No browser: this reads the built files. htmlvalidate.config.mjs has the rules.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FileSystemConfigLoader, HtmlValidate } from "html-validate";
// @ts-expect-error: a plain JavaScript file, which html-validate also reads itself
import rules from "../../../htmlvalidate.config.mjs";
import { LANGS } from "../../routes.ts";
import { expect, test } from "../test.ts";

for (const lang of LANGS)
  test(`every page is valid HTML, ${lang}`, async () => {
    const folder = process.env.SITE_FOLDER;
    test.skip(!folder, "the site under SITE_URL is not in a folder of this machine");
    test.setTimeout(180_000);
    const validator = new HtmlValidate(new FileSystemConfigLoader(rules));
    const files = readdirSync(folder!, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".html") && /^en[./]/.test(file) === (lang === "en"))
      .sort();
    expect(files.length).toBeGreaterThan(30);
    const problems: string[] = [];
    for (const file of files) {
      const { results } = await validator.validateString(readFileSync(join(folder!, file), "utf8"));
      for (const { messages } of results)
        for (const { line, column, ruleId, message } of messages)
          problems.push(`${file}:${line}:${column}: ${message} (${ruleId})`);
    }
    expect(problems.slice(0, 20)).toEqual([]);
  });
