// Renders drawings to PNG files with a palette: one process for a whole batch, started by the generator.
// In (standard input): {"fonts": folder, "width", "height", "jobs": [{"svg": text, "out": file}]}.
// Out (standard output): one JSON line a job, in the order of the jobs: {} or {"error"}.
// Only the fonts of the folder are used, none of the system, so that every machine renders the same picture.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

// Measured: quality 90 needs a tenth fewer bytes than 100 and looks the same; more effort is slower, not smaller.
const PNG = { palette: true, quality: 90, effort: 1, dither: 0 };

const { fonts, width, height, jobs } = JSON.parse(readFileSync(0, "utf8"));
const sharp = await sharpWithFonts(fonts);
// The jobs run in parallel instead.
sharp.concurrency(1);

const answers = new Array(jobs.length);
let next = 0;
await Promise.all(Array.from({ length: availableParallelism() }, renderJobs));
for (const answer of answers) process.stdout.write(`${JSON.stringify(answer)}\n`);

/** Renders jobs until none is left. */
async function renderJobs() {
  while (next < jobs.length) {
    const index = next++;
    answers[index] = await render(jobs[index]);
  }
}

/** Renders one drawing to its file. */
async function render({ svg, out }) {
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
    return { error: `the drawing is not valid SVG: ${String(error?.message ?? error).split("\n")[0]}` };
  }
}

/** The image library, set up to find the fonts of one folder only. */
async function sharpWithFonts(folder) {
  const config = mkdtempSync(join(tmpdir(), "share-pictures-"));
  const escaped = folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  writeFileSync(join(config, "fonts.conf"), `<fontconfig><dir>${escaped}</dir></fontconfig>`);
  // The library reads these when it is loaded.
  process.env.FONTCONFIG_FILE = join(config, "fonts.conf");
  process.env.PANGOCAIRO_BACKEND = "fontconfig";
  const { default: loaded } = await import("sharp");
  process.on("exit", () => rmSync(config, { recursive: true, force: true }));
  return loaded;
}
