// Not a test: composes the picture at the top of the README from screenshots of the built site.
// `make montage` writes docs/images/montage.webp, and one like it of each example.
import { test, type Browser, type Page } from "@playwright/test";
import sharp, { type OverlayOptions } from "sharp";
import { nextFrame } from "../browser/frames.ts";
import { openAtRest } from "../browser/site/at-rest.ts";
import { serveExample } from "../browser/start.ts";

const SHEET = { width: 1840, height: 1640, ground: "#e7ded0", line: "#b7a996" };
const OUT = "../docs/images/montage.webp";
/** The montage of an example. */
const OF_EXAMPLE = { ...SHEET, width: 1240, height: 760 };

/** A screenshot on the montage. */
interface Plate {
  path: string;
  /** The viewport, in CSS pixels. */
  width: number;
  height: number;
  /** The element to scroll to; without it, the top of the page. */
  at?: string;
  /** Position and width on the montage, in pixels. */
  left: number;
  top: number;
  wide: number;
}

const PLATES: Plate[] = [
  { path: "/", width: 1440, height: 860, left: 40, top: 40, wide: 1330 },
  { path: "/", width: 390, height: 794, left: 1410, top: 40, wide: 390 },
  {
    path: "/",
    width: 1440,
    height: 900,
    at: ".picture-sheet",
    left: 40,
    top: 862,
    wide: 568,
  },
  {
    path: "/inventario",
    width: 1440,
    height: 900,
    left: 636,
    top: 862,
    wide: 568,
  },
  {
    path: "/inventario/O-401",
    width: 1440,
    height: 900,
    left: 1232,
    top: 862,
    wide: 568,
  },
  {
    path: "/oficinas-lujo",
    width: 1440,
    height: 900,
    at: ".picture-sheet",
    left: 40,
    top: 1245,
    wide: 568,
  },
  {
    path: "/inversionistas",
    width: 1440,
    height: 900,
    left: 636,
    top: 1245,
    wide: 568,
  },
  {
    path: "/en",
    width: 1440,
    height: 900,
    at: "#amenities",
    left: 1232,
    top: 1245,
    wide: 568,
  },
];

/** The pages of each example beside its home page and its inventory. */
const EXAMPLES = {
  torre: { unit: "/en/inventory/O-907", use: "/oficinas" },
  residencial: { unit: "/inventario/D-504", use: "/departamentos" },
};

const ofExample = ({ unit, use }: { unit: string; use: string }): Plate[] => [
  { path: "/", width: 1440, height: 860, left: 30, top: 30, wide: 560 },
  { path: unit, width: 1440, height: 860, left: 620, top: 30, wide: 370 },
  { path: "/", width: 390, height: 794, left: 1020, top: 30, wide: 190 },
  { path: use, width: 1440, height: 860, left: 30, top: 395, wide: 560 },
  {
    path: "/inventario",
    width: 1440,
    height: 860,
    left: 620,
    top: 450,
    wide: 480,
  },
];

test("the README's montage", async ({ browser }) => {
  await compose(browser, process.env.SITE_URL!, PLATES, SHEET, OUT);
});

for (const [name, pages] of Object.entries(EXAMPLES)) {
  test(`the montage of examples/${name}`, async ({ browser }) => {
    const site = await serveExample(name);
    await compose(
      browser,
      site.origin,
      ofExample(pages),
      OF_EXAMPLE,
      `../docs/images/${name}.webp`,
    );
    site.stop();
  });
}

/** Writes a picture with screenshots of a site. */
async function compose(
  browser: Browser,
  origin: string,
  plates: Plate[],
  sheetSize: typeof SHEET,
  out: string,
) {
  const layers: OverlayOptions[] = [];
  for (const plate of plates) {
    const page = await browser.newPage({
      deviceScaleFactor: 1.5,
      reducedMotion: "reduce",
    });
    const picture = await sharp(await shoot(page, origin, plate))
      .resize(plate.wide)
      .png()
      .toBuffer({ resolveWithObject: true });
    await page.close();
    layers.push({
      input: await frame(picture.info.width + 2, picture.info.height + 2),
      left: plate.left - 1,
      top: plate.top - 1,
    });
    layers.push({ input: picture.data, left: plate.left, top: plate.top });
  }
  const { width, height, ground } = sheetSize;
  const sheet = sharp({
    create: { width, height, channels: 3, background: ground },
  });
  await sheet.composite(layers).webp({ quality: 82 }).toFile(out);
}

async function shoot(
  page: Page,
  origin: string,
  plate: Plate,
): Promise<Buffer> {
  await openAtRest(page, origin + plate.path, plate.width);
  await page.setViewportSize({ width: plate.width, height: plate.height });
  if (plate.at)
    await page
      .locator(plate.at)
      .first()
      .evaluate((element) => {
        const header =
          document.querySelector("header")?.getBoundingClientRect().height ?? 0;
        scrollTo(
          0,
          element.getBoundingClientRect().top + scrollY - header - 40,
        );
      });
  await nextFrame(page);
  return page.screenshot();
}

/** The frame around a plate, one pixel wide. */
function frame(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: SHEET.line },
  })
    .png()
    .toBuffer();
}
