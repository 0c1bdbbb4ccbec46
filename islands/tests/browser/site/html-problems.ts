// Which of a site's files are not valid HTML. No browser: this reads the built files. htmlvalidate.config.mjs has the rules.
// Pages of units differ in little but their numbers: of pages with the same structure one is validated.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FileSystemConfigLoader, HtmlValidate } from "html-validate";
// @ts-expect-error: a plain JavaScript file, which html-validate also reads itself
import rules from "../../../htmlvalidate.config.mjs";

/** Attributes whose values the rules look at, beside the names of elements and attributes. */
const STRUCTURAL =
  "id|for|name|role|type|form|headers|list|lang|rel|class|aria-[a-z]+";

/** Parts of drawings, for which there are no rules. */
const SHAPES = /<\/?(path|text|tspan|circle|line|rect|polygon)\b[^>]*>/g;

/** What the validity of a page depends on: its tags, without numbers and without the values of other attributes. */
function structureOf(html: string): string {
  const tags = html
    .match(/<\/?[a-z!][^>]*>/gi)!
    .join("")
    .replace(SHAPES, "");
  const value = `(?:"[^"]+"|[^"\\s>]+)`;
  const others = new RegExp(` (?!(?:${STRUCTURAL})=)([\\w:-]+)=${value}`, "g");
  return tags
    .replace(others, " $1")
    .replace(new RegExp(`=${value}`, "g"), (one) => one.replace(/\d+/g, "0"));
}

/** How deep the parts of a table are. */
const DEPTHS: Record<string, number> = {
  thead: 0,
  tbody: 0,
  tr: 1,
  th: 2,
  td: 2,
};

/** The page with every end tag in its tables: html-validate knows only one omitted end tag before a start tag. */
function withTableEnds(html: string): string {
  return html.replace(/<table\b.*?<\/table>/gs, (table) => {
    const open: string[] = [];
    const close = (depth: number): string => {
      let ends = "";
      while (open.length && DEPTHS[open.at(-1)!]! >= depth)
        ends += `</${open.pop()}>`;
      return ends;
    };
    return table.replace(
      /<(\/?)(thead|tbody|tr|th|td|table)\b[^>]*>/g,
      (tag, slash: string, name: string) => {
        if (name === "table") return slash ? close(0) + tag : tag;
        if (slash) {
          const ends = close(DEPTHS[name]! + 1);
          open.pop();
          return ends + tag;
        }
        const ends = close(DEPTHS[name]!);
        open.push(name);
        return ends + tag;
      },
    );
  });
}

/** The paths of the pages in a folder. */
export function pagesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".html")).sort();
}

/** What is invalid in these files of a folder: file, line, column, the rule and what it says. */
export async function htmlProblems(
  folder: string,
  files: string[],
): Promise<string[]> {
  const validator = new HtmlValidate(new FileSystemConfigLoader(rules));
  const problems: string[] = [];
  const structures = new Set<string>();
  for (const file of files) {
    const html = readFileSync(join(folder, file), "utf8");
    const structure = structureOf(html);
    if (structures.has(structure)) continue;
    structures.add(structure);
    const { results } = await validator.validateString(withTableEnds(html));
    for (const { messages } of results)
      for (const { line, column, ruleId, message } of messages)
        problems.push(`${file}:${line}:${column}: ${message} (${ruleId})`);
  }
  return problems;
}
