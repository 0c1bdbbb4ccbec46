// Makes responsive sizes of pictures. The generator starts one process for all pictures.
// Standard input: {"jobs": [{"name", "master": file, "out": folder, "widest": pixels or null}]}; the folder exists and is empty.
// Standard output: one line of JSON per job, in their order: {"name", "width", "height", "colour", "files": [{"file", "kind",
// "width"}]} or {"name", "error"}. Widths are in pixels, at most that of the master and `widest`, which replace larger ones.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

// Phones with one and two device pixels per CSS pixel, then the breakpoints of the styles. A picture is at most 78 % as wide as
// the window, so that 2048 pixels serve a window of 2560.
const AVIF_WIDTHS = [480, 800, 1280, 1600, 2048];
// Two sizes are enough for the few browsers without AVIF.
const WEBP_WIDTHS = [800, 1600];
// All with subsampled chroma: at the same SSIM of the brightness 4 % smaller and 15 % faster.
const CHROMA = "4:2:0";
// The sizes that phones take: less effort is three times as fast, but at the same SSIM its files are 15 % larger.
const AVIF_SMALL = { quality: 56, effort: 3, chromaSubsampling: CHROMA };
// At these settings the brightness has the SSIM of effort 2 at 59, with 1 % more bytes in two thirds of the time. Ten bits for
// each sample cost a third of the time and save 10 % of the bytes at the same SSIM. `tools/picture-quality.mjs` measures it.
const AVIF_LARGE = {
  quality: 59,
  effort: 1,
  bitdepth: 10,
  chromaSubsampling: CHROMA,
};
/** The widest size that phones load, those with three device pixels per CSS pixel. */
const WIDEST_SMALL = 1280;
// Effort 4 takes longer and makes the same sizes.
const WEBP = { quality: 76, effort: 3 };
// A quarter and the whole width of a sheet of the PDF documents. They go to phones: quality 64 saves a quarter of 80.
const DOCUMENT_WIDTHS = [640, 1280];
const DOCUMENT_JPEG = { quality: 64, mozjpeg: true };

// One thread per encoder and one encoder per core: this is faster than one encoder with several threads.
sharp.concurrency(1);
let idleCores = availableParallelism();
const waiting = [];

const { jobs } = JSON.parse(readFileSync(0, "utf8"));
const results = [];
let next = 0;

// As many masters at a time as there are cores, because a decoded master needs much memory.
await Promise.all(Array.from({ length: idleCores }, work));
for (const result of results)
  process.stdout.write(`${JSON.stringify(result)}\n`);

/** Takes jobs until none is left. */
async function work() {
  while (next < jobs.length) {
    const index = next++;
    const { name, master, out, widest } = jobs[index];
    try {
      results[index] = {
        name,
        ...(await makeSizes(master, out, widest ?? Infinity)),
      };
    } catch (error) {
      results[index] = {
        name,
        error: String(error?.message ?? error).split("\n")[0],
      };
    }
  }
}

/** Writes all sizes of one master up to a width and describes them. The master is decoded once. */
async function makeSizes(master, out, widest) {
  const { data, info } = await sharp(master)
    .rotate()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const picture = () => sharp(data, { raw: { width, height, channels } });
  const write = async (kind, wide, encoded) => {
    const file = `${kind}-${wide}`;
    await onIdleCore(() => encoded.toFile(join(out, file)));
    return { file, kind, width: wide };
  };
  const limit = Math.min(width, widest);
  const [colour, ...files] = await Promise.all([
    meanColour(picture()),
    ...bounded(AVIF_WIDTHS, limit).map((wide) =>
      write("avif", wide, picture().resize(wide).avif(avif(wide))),
    ),
    ...bounded(WEBP_WIDTHS, limit).map((wide) =>
      write("webp", wide, picture().resize(wide).webp(WEBP)),
    ),
    ...bounded(DOCUMENT_WIDTHS, limit).map((wide) =>
      write("document", wide, picture().resize(wide).jpeg(DOCUMENT_JPEG)),
    ),
  ]);
  return { width, height, colour, files };
}

/** Runs a task when a core is idle; of several waiting tasks the last, because the widest pictures take longest. */
async function onIdleCore(task) {
  if (idleCores > 0) idleCores--;
  else await new Promise((start) => waiting.push(start));
  try {
    return await task();
  } finally {
    if (waiting.length) waiting.pop()();
    else idleCores++;
  }
}

/** The encoder's settings for a width. */
function avif(width) {
  return width > WIDEST_SMALL ? AVIF_LARGE : AVIF_SMALL;
}

/** The widths up to a limit, which replaces the larger ones. */
function bounded(widths, limit) {
  const narrower = widths.filter((width) => width < limit);
  return narrower.length < widths.length ? [...narrower, limit] : narrower;
}

/** The mean colour as `#rrggbb`, shown until the picture has loaded. */
async function meanColour(picture) {
  const pixel = await picture
    .removeAlpha()
    .resize(1, 1, { fit: "fill" })
    .raw()
    .toBuffer();
  return `#${[...pixel.subarray(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
