// Makes PDFs from Typst templates, for one request after another.
// Standard input: one line of JSON per request, {"templates": folder, "jobs": [{"template": "brochure.typ", "data": {...},
// "date": seconds, "out": file, "pictures": [{"file", "path"}]}]}. `parts/sheet.typ` reads the pictures from the folder `pictures`
// beside it. All requests have the same folder of templates.
// Standard output: one line of JSON per job, {"out", "pages"} or
// {"out", "error": [{"message", "file", "line", "column", "hint"}]}.
const { readFileSync, writeFileSync, writeSync } = require("node:fs");
const { join } = require("node:path");
const { NodeCompiler } = require("@myriaddreamin/typst-ts-node-compiler");
const { useOnlyFonts } = require("./only-fonts.cjs");
const { requests } = require("./requests.cjs");

const STANDARD_OUTPUT = 1;

let compiler;
for (const { templates, jobs } of requests()) {
  compiler ??= compilerWithFonts(templates, join(templates, "fonts"));
  for (const job of jobs) {
    writeSync(STANDARD_OUTPUT, `${JSON.stringify(typeset(templates, job))}\n`);
    // Keeps what documents share (fonts, parts) and what the next version of a document repeats, and drops what was not
    // used recently.
    compiler.evictCache(8);
  }
}

/** The compiler, with the fonts of one folder and those that it contains. */
function compilerWithFonts(workspace, fonts) {
  useOnlyFonts(fonts);
  return NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: [fonts] }] });
}

/** Writes one document and describes it, or its mistakes. */
function typeset(templates, { template, data, date, out, pictures = [] }) {
  try {
    for (const { file, path } of pictures)
      compiler.mapShadow(
        join(templates, "parts/pictures", file),
        readFileSync(path),
      );
    const inputs = { data: JSON.stringify(data) };
    const compiled = compiler.compile({
      mainFilePath: join(templates, template),
      inputs,
    });
    if (compiled.hasError()) {
      const diagnostics = compiler.fetchDiagnostics(compiled.takeDiagnostics());
      return {
        out,
        error: diagnostics.map((item) => toProblem(item, template)),
      };
    }
    // With PDF/UA-1 the compiler rejects documents that are not accessible (no title, a picture without alt text).
    writeFileSync(
      out,
      compiler.pdf(compiled.result, {
        pdfStandard: "ua-1",
        creationTimestamp: date,
      }),
    );
    return { out, pages: compiled.result.numOfPages };
  } catch (error) {
    return { out, error: [{ message: sentenceOf(error), file: template }] };
  }
}

/** A diagnostic in the form that the generator reads. Ranges of the compiler count from 0, lines and columns from 1. */
function toProblem(item, template) {
  const start = item.range?.start;
  return {
    message: item.message,
    file: item.path || template,
    ...(start ? { line: start.line + 1, column: start.character + 1 } : {}),
    ...(item.hints?.length ? { hint: item.hints.join("; ") } : {}),
  };
}

/** The sentence in an error of the PDF writer, which is in Rust debug format. */
function sentenceOf(error) {
  const text = String(error?.message ?? error);
  return /message: "((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
}
