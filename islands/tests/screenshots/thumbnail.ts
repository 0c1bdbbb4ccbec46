// Comparing screenshots by thumbnails, tile by tile: a different rendering of letters passes, and a part that moved,
// vanished or changed its colour does not.
import sharp, { type Sharp } from "sharp";

/** Width of every thumbnail, in pixels; the height follows from the page's. */
const WIDTH = 128;
/** Side of a tile, in pixels of the thumbnail: a sixteenth of the page's width. */
const TILE = 8;
/** The most that a tile may differ: the mean over its pixels and colours, of 255. */
export const TOLERANCE = 9;
/** The most that heights may differ, in pixels of the thumbnail. */
const HEIGHT_TOLERANCE = 1;

/** A small picture of a page: three bytes per pixel. */
export interface Thumbnail {
  width: number;
  height: number;
  data: Buffer;
}

/** A tile that differs: by how much, and where, as fractions of the page's width. */
export interface Difference {
  mean: number;
  left: number;
  top: number;
}

/** The thumbnail of a screenshot. */
export async function thumbnail(screenshot: Buffer): Promise<Thumbnail> {
  // A very long page exceeds libvips' default limit of pixels.
  return read(
    sharp(screenshot, { limitInputPixels: false }).resize({
      width: WIDTH,
      kernel: "cubic",
    }),
  );
}

/** A thumbnail as a WebP file. */
export function encode({ data, width, height }: Thumbnail): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ nearLossless: true, quality: 50, effort: 6 })
    .toBuffer();
}

/** The thumbnail in a WebP file. */
export function decode(file: Buffer): Promise<Thumbnail> {
  return read(sharp(file));
}

async function read(picture: Sharp): Promise<Thumbnail> {
  const { data, info } = await picture
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What differs beyond the tolerance, the worst first; a page of another height differs as a whole. */
export function differences(
  baseline: Thumbnail,
  taken: Thumbnail,
): Difference[] {
  if (Math.abs(baseline.height - taken.height) > HEIGHT_TOLERANCE)
    return [
      {
        mean: 255,
        left: 0,
        top: Math.min(baseline.height, taken.height) / WIDTH,
      },
    ];
  const found: Difference[] = [];
  const height = Math.min(baseline.height, taken.height);
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < WIDTH; left += TILE) {
      const mean = tileMean(
        baseline,
        taken,
        left,
        top,
        Math.min(TILE, height - top),
      );
      if (mean > TOLERANCE)
        found.push({ mean, left: left / WIDTH, top: top / WIDTH });
    }
  return found.sort((one, other) => other.mean - one.mean);
}

/** The mean difference of the bytes of one tile. */
function tileMean(
  baseline: Thumbnail,
  taken: Thumbnail,
  left: number,
  top: number,
  height: number,
): number {
  let sum = 0;
  for (let y = top; y < top + height; y++) {
    const row = (y * WIDTH + left) * 3;
    for (let at = row; at < row + TILE * 3; at++)
      sum += Math.abs(baseline.data[at]! - taken.data[at]!);
  }
  return sum / (height * TILE * 3);
}

/** Both thumbnails side by side at three times their size, as a PNG. */
export async function sideBySide(
  baseline: Thumbnail,
  taken: Thumbnail,
): Promise<Buffer> {
  const height = Math.max(baseline.height, taken.height);
  const layer = async (one: Thumbnail, left: number) => ({
    input: await encode(one),
    left,
    top: 0,
  });
  const both = await sharp({
    create: {
      width: 2 * WIDTH + TILE,
      height,
      channels: 3,
      background: "#ff00ff",
    },
  })
    .composite([await layer(baseline, 0), await layer(taken, WIDTH + TILE)])
    .png()
    .toBuffer();
  return sharp(both)
    .resize({ width: 3 * (2 * WIDTH + TILE), kernel: "nearest" })
    .png()
    .toBuffer();
}
