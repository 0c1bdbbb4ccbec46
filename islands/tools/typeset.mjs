// Makes PDFs from Typst templates: one process for a whole batch, started by the generator.
// In (standard input): {"templates": folder, "fonts": folder, "jobs": [{"template": "brochure.typ", "data": {...}, "out": file}]}.
// Out (standard output): one JSON line a job, {"out", "pages"} or {"out", "error": [{"message", "file", "line", "column", "hint"}]}.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

const { templates, fonts, jobs } = JSON.parse(readFileSync(0, "utf8"));
const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: [fonts] }] });

for (const { template, data, date, out } of jobs) {
  const answer = { out };
  try {
    const result = compiler.compile({ mainFilePath: join(templates, template), inputs: { data: JSON.stringify(data) } });
    if (result.hasError()) {
      answer.error = diagnostics(result.takeDiagnostics(), template);
    } else {
      // PDF/UA-1: the compiler refuses a document that is not accessible (untitled, a picture without a text).
      const pdf = compiler.pdf(result.result, { pdfStandard: "ua-1", creationTimestamp: date });
      writeFileSync(out, pdf);
      answer.pages = result.result.numOfPages;
    }
  } catch (error) {
    answer.error = error?.shortDiagnostics ? diagnostics(error, template) : [{ message: String(error?.message ?? error), file: template }];
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function diagnostics(error, template) {
  const list = compiler.fetchDiagnostics?.(error) ?? error?.shortDiagnostics ?? [];
  return list.map((item) => {
    const [start] = String(item.range ?? "").split("-");
    const [line, column] = start.split(":").map((text) => Number(text) + 1);
    return {
      message: item.message ?? JSON.stringify(item),
      file: item.path || template,
      ...(Number.isFinite(line) ? { line, column } : {}),
      ...(item.hints?.length ? { hint: item.hints.join("; ") } : {}),
    };
  });
}
