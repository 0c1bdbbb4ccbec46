// How two looks of a page are compared: both reduced to a small picture, tile by tile, so that another way of
// drawing letters passes and a part that moved, vanished or changed its colour does not.
import sharp, { type Sharp } from "sharp";

/** Width of the small picture of any page, in pixels; its height follows. */
const WIDTH = 128;
/** Side of a tile, in pixels of the small picture: a sixteenth of the page's width. */
const TILE = 8;
/** The most that a tile may differ: the mean over its pixels and colours, of 255. */
export const TOLERANCE = 9;
/** The most that heights may differ, in pixels of the small picture. */
const HEIGHT_TOLERANCE = 1;

/** A small picture: three bytes a pixel. */
export interface Look {
  width: number;
  height: number;
  data: Buffer;
}

/** A tile that differs, by how much, and where in the page as parts of its width. */
export interface Difference {
  mean: number;
  left: number;
  top: number;
}

/** The small picture of a screenshot. */
export async function look(screenshot: Buffer): Promise<Look> {
  // A very long page would pass the limit of libvips for one picture.
  return read(sharp(screenshot, { limitInputPixels: false }).resize({ width: WIDTH, kernel: "cubic" }));
}

/** A kept look, as a file. */
export function encode({ data, width, height }: Look): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ nearLossless: true, quality: 50, effort: 6 })
    .toBuffer();
}

/** The look in a file. */
export function decode(file: Buffer): Promise<Look> {
  return read(sharp(file));
}

async function read(picture: Sharp): Promise<Look> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What differs beyond the tolerance, the worst first; a page of another height differs as a whole. */
export function differences(kept: Look, taken: Look): Difference[] {
  if (Math.abs(kept.height - taken.height) > HEIGHT_TOLERANCE)
    return [{ mean: 255, left: 0, top: Math.min(kept.height, taken.height) / WIDTH }];
  const found: Difference[] = [];
  const height = Math.min(kept.height, taken.height);
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < WIDTH; left += TILE) {
      const mean = tileMean(kept, taken, left, top, Math.min(TILE, height - top));
      if (mean > TOLERANCE) found.push({ mean, left: left / WIDTH, top: top / WIDTH });
    }
  return found.sort((one, other) => other.mean - one.mean);
}

/** The mean difference of the bytes of one tile. */
function tileMean(kept: Look, taken: Look, left: number, top: number, height: number): number {
  let sum = 0;
  for (let y = top; y < top + height; y++) {
    const row = (y * WIDTH + left) * 3;
    for (let at = row; at < row + TILE * 3; at++) sum += Math.abs(kept.data[at]! - taken.data[at]!);
  }
  return sum / (height * TILE * 3);
}

/** Both looks beside each other, three times their size, for whoever has to judge. */
export async function beside(kept: Look, taken: Look): Promise<Buffer> {
  const height = Math.max(kept.height, taken.height);
  const place = async (one: Look, left: number) => ({ input: await encode(one), left, top: 0 });
  const both = await sharp({
    create: { width: 2 * WIDTH + TILE, height, channels: 3, background: "#ff00ff" },
  })
    .composite([await place(kept, 0), await place(taken, WIDTH + TILE)])
    .png()
    .toBuffer();
  return sharp(both)
    .resize({ width: 3 * (2 * WIDTH + TILE), kernel: "nearest" })
    .png()
    .toBuffer();
}
