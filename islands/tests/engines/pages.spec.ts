// Pages of each layout in the engine: without an error of a script or of the policy, within the width of the window, and those
// with the most layout as in Chromium.
import { LAYOUTS, LINKED_PAGES } from "../routes.ts";
import { sideways } from "../browser/site/layout-checks.ts";
import { startIslands } from "../browser/site/visits.ts";
import { boxes, differences, resize } from "./boxes.ts";
import type { EnginePage, Visit } from "./engine.ts";
import { eventually } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

const WIDTHS = [390, 1280];
/** Pages in which every kind of layout occurs. */
const COMPARED = [
  "/",
  "/inventario",
  "/inventario/O-301",
  "/contacto",
  "/inversionistas",
  "/avance-de-obra",
];
/** One page of each other layout, and two in English. */
const OTHERS = [
  ...LINKED_PAGES.filter(
    (path) => LAYOUTS.includes(path) && !COMPARED.includes(path),
  ),
  "/en",
  "/en/inventario",
];

test(
  "pages of each layout load without an error and are as wide as the window",
  REST,
  async ({ visit, baseURL }) => {
    for (const path of OTHERS) {
      await load(visit, baseURL + path);
      for (const width of WIDTHS) {
        await resize(visit.page, width);
        expect
          .soft(await sideways(visit.page), `${path} at ${width} px`)
          .toEqual([]);
      }
      // Leaving stops what is still loading, which Firefox reports as an error of the worker, on the next page.
      await allPictures(visit.page);
    }
  },
);

test(
  "the layout is the one of Chromium",
  REST,
  async ({ visit, chromium, baseURL }) => {
    const reference = await chromium.visit();
    for (const path of COMPARED) {
      for (const each of [visit, reference]) await load(each, baseURL + path);
      for (const width of WIDTHS) {
        const [found, expected] = [
          await boxes(visit.page, width),
          await boxes(reference.page, width),
        ];
        expect(Object.keys(expected).length).toBeGreaterThan(80);
        expect
          .soft(differences(expected, found), `${path} at ${width} px`)
          .toEqual([]);
        expect
          .soft(await sideways(visit.page), `${path} at ${width} px`)
          .toEqual([]);
      }
    }
    await reference.close();
  },
);

test(
  "the lines of a unit's plan, a file, are drawn",
  REST,
  async ({ visit, baseURL }) => {
    await load(visit, `${baseURL}/inventario/O-301`);
    const width = () =>
      document.querySelector<SVGGraphicsElement>(".unit-plan use")!.getBBox()
        .width;
    await eventually(visit.page, width).toBeGreaterThan(100);
  },
);

/** Waits until each picture of the page is there, also those that nobody has scrolled to. */
async function allPictures(page: EnginePage): Promise<void> {
  const missing = () => {
    const pictures = [...document.images].filter(
      (picture) => !picture.complete || !picture.naturalWidth,
    );
    for (const picture of pictures) picture.loading = "eager";
    return pictures.map((picture) => picture.currentSrc);
  };
  await eventually(page, missing).toEqual([]);
}

/** Opens a page with all its islands; reports errors. */
async function load({ page, problems }: Visit, url: string): Promise<void> {
  await page.goto(url);
  await startIslands(page);
  expect.soft(problems.splice(0), url).toEqual([]);
}
