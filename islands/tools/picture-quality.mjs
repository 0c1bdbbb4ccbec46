// Compares settings of the AVIF encoder, for the constants in pictures.mjs: node tools/picture-quality.mjs WIDTH SETTINGS ...
// SETTINGS are "quality/effort" or "quality/effort/bits per sample", for instance 56/3 59/1/10. Every master of
// content/images that is wide enough is measured; masters differ more than settings do, so compare rows of one master.
// Prints processor time of the encoder, bytes, and the SSIM of the brightness against the resized master, in windows of 8 x 8
// pixels, as in Wang et al., "Image quality assessment" (IEEE Transactions on Image Processing 13, 2004).
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import sharp from "sharp";

const [WINDOW, STEP] = [8, 4];
const MASTERS = join(import.meta.dirname, "../../content/images");
const [width, ...settings] = process.argv.slice(2);

sharp.concurrency(1);
console.log(
  "| master | settings | ms | bytes | SSIM |\n|---|---|---:|---:|---:|",
);
for (const file of readdirSync(MASTERS)) {
  const master = sharp(join(MASTERS, file)).rotate();
  if ((await master.metadata()).width < Number(width)) continue;
  const { data, info } = await master
    .resize(Number(width))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const setting of settings) {
    const [quality, effort, bitdepth = 8] = setting.split("/").map(Number);
    const before = process.cpuUsage();
    const encoded = await sharp(data, { raw: info })
      .avif({ quality, effort, bitdepth, chromaSubsampling: "4:2:0" })
      .toBuffer();
    const { user, system } = process.cpuUsage(before);
    const decoded = await sharp(encoded).removeAlpha().raw().toBuffer();
    const similarity = ssim(
      brightness(data),
      brightness(decoded),
      info.width,
      info.height,
    );
    const row = [
      parse(file).name,
      setting,
      Math.round((user + system) / 1000),
      encoded.length,
    ];
    console.log(`| ${row.join(" | ")} | ${similarity.toFixed(4)} |`);
  }
}

/** The brightness of each pixel (ITU-R BT.709), from 0 to 255. */
function brightness(pixels) {
  const weigh = (_, at) =>
    0.2126 * pixels[3 * at] +
    0.7152 * pixels[3 * at + 1] +
    0.0722 * pixels[3 * at + 2];
  return Float32Array.from({ length: pixels.length / 3 }, weigh);
}

/** The mean structural similarity of two pictures of one size; 1 when they are equal. */
function ssim(one, other, width, height) {
  const [luminance, contrast] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let [sum, windows] = [0, 0];
  for (let top = 0; top + WINDOW <= height; top += STEP) {
    for (let left = 0; left + WINDOW <= width; left += STEP) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + WINDOW; y++) {
        for (let at = y * width + left, end = at + WINDOW; at < end; at++) {
          a += one[at];
          b += other[at];
          aa += one[at] ** 2;
          bb += other[at] ** 2;
          ab += one[at] * other[at];
        }
      }
      const count = WINDOW * WINDOW;
      const [meanA, meanB] = [a / count, b / count];
      const variances = aa / count - meanA ** 2 + bb / count - meanB ** 2;
      const covariance = ab / count - meanA * meanB;
      sum +=
        ((2 * meanA * meanB + luminance) * (2 * covariance + contrast)) /
        ((meanA ** 2 + meanB ** 2 + luminance) * (variances + contrast));
      windows++;
    }
  }
  return sum / windows;
}
