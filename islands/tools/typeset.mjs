// Makes PDFs from Typst templates: one process for a whole batch, started by the generator.
// In (standard input): {"templates": folder, "jobs": [{"template": "brochure.typ", "data": {...}, "date": seconds, "out": file,
// "pictures": [{"file", "path"}]}]}; a template finds these in the folder `pictures` beside it.
// Out (standard output): one JSON line a job, {"out", "pages"} or {"out", "error": [{"message", "file", "line", "column", "hint"}]}.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

const { templates, jobs } = JSON.parse(readFileSync(0, "utf8"));
const compiler = NodeCompiler.create({
  workspace: templates,
  fontArgs: [{ fontPaths: [join(templates, "fonts")] }],
});

for (const { template, data, date, out, pictures = [] } of jobs) {
  const answer = { out };
  try {
    for (const { file, path } of pictures)
      compiler.mapShadow(join(templates, "pictures", file), readFileSync(path));
    const inputs = { data: JSON.stringify(data) };
    const result = compiler.compile({ mainFilePath: join(templates, template), inputs });
    if (result.hasError()) {
      answer.error = compiler.fetchDiagnostics(result.takeDiagnostics()).map((item) => place(item, template));
    } else {
      // PDF/UA-1: the compiler refuses a document that is not accessible (untitled, a picture without a text).
      const pdf = compiler.pdf(result.result, { pdfStandard: "ua-1", creationTimestamp: date });
      writeFileSync(out, pdf);
      answer.pages = result.result.numOfPages;
    }
  } catch (error) {
    answer.error = [{ message: refusal(error), file: template }];
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  // What documents share (fonts, parts) stays; what only this one used need not.
  compiler.evictCache(8);
}

/** A diagnostic in the generator's terms; ranges count from 0, people from 1. */
function place(item, template) {
  const start = item.range?.start;
  return {
    message: item.message,
    file: item.path || template,
    ...(start ? { line: start.line + 1, column: start.character + 1 } : {}),
    ...(item.hints?.length ? { hint: item.hints.join("; ") } : {}),
  };
}

/** The PDF writer's refusals come as one text in the engine's own notation: keep the sentence. */
function refusal(error) {
  const text = String(error?.message ?? error);
  return /message: "((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
}
