// Makes responsive sets of pictures: one process for all of them, started by the generator.
// In (standard input): {"jobs": [{"name", "master": file, "out": folder}]}; the folder is there and empty.
// Out (standard output): one JSON line a job, {"name", "width", "height", "colour", "files": [{"file", "kind", "width"}]}
// or {"name", "error"}. Widths are in pixels; a width wider than the master is left out for the master's own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

// Phones at one and two dots a pixel, then the breakpoints of the styles.
const AVIF_WIDTHS = [480, 800, 1280, 1920, 2560];
// For what cannot show AVIF two sizes are enough.
const WEBP_WIDTHS = [800, 1600];
// Effort 3: measured on two cores, 4 costs half as much time again for 2 % fewer bytes.
const AVIF = { quality: 56, effort: 3 };
const WEBP = { quality: 76, effort: 4 };
/** What pages on other sites show with a link to ours. */
const SHARE = { width: 1200, height: 630 };

const { jobs } = JSON.parse(readFileSync(0, "utf8"));

for (const { name, master, out } of jobs) {
  let answer;
  try {
    answer = { name, ...(await set(master, out)) };
  } catch (error) {
    answer = { name, error: String(error?.message ?? error).split("\n")[0] };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Writes every size of one master, and says what it wrote. */
async function set(master, out) {
  const original = sharp(readFileSync(master)).rotate();
  const { width, height } = await original
    .clone()
    .toBuffer({ resolveWithObject: true })
    .then(({ info }) => info);
  const files = [];
  const write = async (kind, wide, picture) => {
    const file = `${kind}-${wide}`;
    await picture.toFile(join(out, file));
    files.push({ file, kind, width: wide });
  };
  for (const wide of bounded(AVIF_WIDTHS, width)) {
    await write("avif", wide, original.clone().resize(wide).avif(AVIF));
  }
  for (const wide of bounded(WEBP_WIDTHS, width)) {
    await write("webp", wide, original.clone().resize(wide).webp(WEBP));
  }
  await write(
    "jpeg",
    SHARE.width,
    original
      .clone()
      .resize({ ...SHARE, fit: "cover" })
      .jpeg({ quality: 80, mozjpeg: true }),
  );
  return { width, height, colour: await ground(original), files };
}

/** The widths that the master has; when it is narrower than the widest, its own is the last. */
function bounded(widths, own) {
  const narrower = widths.filter((width) => width < own);
  return widths.includes(own) || narrower.length < widths.length ? [...narrower, own] : narrower;
}

/** The mean colour, which stands in the picture's place until it arrives. */
async function ground(picture) {
  const { data } = await picture
    .clone()
    .removeAlpha()
    .resize(1, 1, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${[...data.subarray(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
