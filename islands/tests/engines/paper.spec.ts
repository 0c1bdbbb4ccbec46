// Pages as Firefox prints them: after a page break, notes once stood on top of each other.
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

/** The pages with notes. */
const PAGES = ["/inventario", "/inversionistas", "/inventario/O-401"];

/** Words that share more of a line than a slanted neighbour does, in points, overlap. */
const SHARED_WIDTH = 2;
const SHARED_HEIGHT = 0.5;

interface Word {
  text: string;
  sheet: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

for (const path of PAGES)
  test(
    `no words overlap on the paper of ${path}`,
    REST,
    async ({ visit, baseURL }) => {
      await visit.page.goto(`${baseURL}${path}`);
      const words = await printed(visit.page as Page);
      expect(words.length).toBeGreaterThan(50);
      expect(overlaps(words)).toEqual([]);
    },
  );

/** The words of a page and their places on the sheets of paper. */
async function printed(page: Page): Promise<Word[]> {
  const file = await page.pdf({ format: "a4" });
  const xml = execFileSync("pdftotext", ["-bbox", "-", "-"], {
    input: file,
    encoding: "utf8",
  });
  const pattern =
    /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g;
  return xml.split("<page ").flatMap((part, sheet) =>
    [...part.matchAll(pattern)].map(([, left, top, right, bottom, text]) => ({
      text: text!,
      sheet,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    })),
  );
}

/** The pairs of words that stand on top of each other. */
function overlaps(words: Word[]): string[] {
  return words.flatMap((a, at) =>
    words
      .slice(at + 1)
      .filter((b) => {
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const line = Math.min(a.bottom - a.top, b.bottom - b.top);
        return (
          a.sheet === b.sheet &&
          width > SHARED_WIDTH &&
          height > SHARED_HEIGHT * line
        );
      })
      .map((b) => `sheet ${a.sheet}: ${a.text} and ${b.text}`),
  );
}
