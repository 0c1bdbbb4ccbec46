// Renders drawings to PNG files with a palette, for one request after another.
// Standard input: one line of JSON per request, {"fonts": folder, "width", "height", "jobs": [{"svg": text, "out": file}]}.
// All requests have the same fonts.
// Standard output: one line of JSON per job, in the order of the jobs: {} or {"error"}.
// Only the fonts of the folder are used, none of the system, so that every machine renders the same picture.
const { writeSync } = require("node:fs");
const { availableParallelism } = require("node:os");
const { useOnlyFonts } = require("./only-fonts.cjs");
const { requests } = require("./requests.cjs");

const STANDARD_OUTPUT = 1;

// Measured: quality 90 needs a tenth fewer bytes than 100 and looks the same; more effort is slower, not smaller.
const PNG = { palette: true, quality: 90, effort: 1, dither: 0 };

let sharp;
void main();

async function main() {
  for (const { fonts, width, height, jobs } of requests()) {
    sharp ??= sharpWithFonts(fonts);
    const answers = new Array(jobs.length);
    let next = 0;
    const renderJobs = async () => {
      while (next < jobs.length) {
        const index = next++;
        answers[index] = await render(jobs[index], width, height);
      }
    };
    await Promise.all(
      Array.from({ length: availableParallelism() }, renderJobs),
    );
    for (const answer of answers)
      writeSync(STANDARD_OUTPUT, `${JSON.stringify(answer)}\n`);
  }
}

/** Renders one drawing to its file. */
async function render({ svg, out }, width, height) {
  try {
    const picture = sharp(Buffer.from(svg));
    const size = await picture.metadata();
    if (size.width !== width || size.height !== height)
      return {
        error: `the drawing is ${size.width} x ${size.height} pixels; it must be ${width} x ${height}`,
      };
    await picture.removeAlpha().png(PNG).toFile(out);
    return {};
  } catch (error) {
    return {
      error: `the drawing is not valid SVG: ${String(error?.message ?? error).split("\n")[0]}`,
    };
  }
}

/** The image library, set up to find the fonts of one folder only. */
function sharpWithFonts(folder) {
  useOnlyFonts(folder);
  // The library reads this when it is loaded.
  process.env.PANGOCAIRO_BACKEND = "fontconfig";
  const loaded = require("sharp");
  // Several drawings are rendered in parallel instead.
  loaded.concurrency(1);
  return loaded;
}
