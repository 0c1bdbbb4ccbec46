// Every sign that a page shows is in the face it is written in: a missing one would come from another typeface.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { ALL_PAGES, expect, inLanguage, test } from "./site.ts";

const FONTS = new URL("../../../../templates/fonts/", import.meta.url);
const FACES = {
  "Newsreader Display": signsOf(readFileSync(new URL("display.woff2", FONTS))),
  "Hanken Grotesk": signsOf(readFileSync(new URL("text.woff2", FONTS))),
};

test("the faces hold what Spanish and English are written with", () => {
  for (const [name, signs] of Object.entries(FACES)) {
    const missing = [..."ÁÉÍÓÚÜÑáéíóúüñ¿¡«»“”‘’–—…·²$%&0123456789"].filter(
      (sign) => !signs.has(sign.codePointAt(0)!),
    );
    expect(missing, name).toEqual([]);
  }
});

for (const lang of ["es", "en"] as const)
  for (const path of ALL_PAGES)
    test(`${inLanguage(lang, path)} writes no sign that its face lacks`, async ({ page }) => {
      await page.goto(inLanguage(lang, path));
      const written = await page.evaluate(() => {
        const texts: Record<string, string> = {};
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const { data, parentElement } = walker.currentNode as Text;
          if (parentElement!.closest("script, option")) continue;
          const family = getComputedStyle(parentElement!).fontFamily.split(",")[0]!.replaceAll('"', "");
          texts[family] = [...new Set((texts[family] ?? "") + data)].join("");
        }
        return texts;
      });
      for (const [family, text] of Object.entries(written)) {
        const signs = FACES[family as keyof typeof FACES];
        expect(signs, `a face of ours, not ${family}`).toBeDefined();
        const missing = [...text].filter((sign) => sign >= " " && !signs.has(sign.codePointAt(0)!));
        expect(missing, family).toEqual([]);
      }
    });

/** The code points in a WOFF2 file's character map (WOFF2 section 4, OpenType `cmap` format 4). */
function signsOf(file: Buffer): Set<number> {
  let at = 48;
  let offset = 0;
  let map: [start: number, length: number] | undefined;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = file[at++]!;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  for (let table = 0; table < file.readUInt16BE(12); table++) {
    const flags = file[at++]!;
    const tag = flags & 63;
    if (tag === 63) at += 4;
    const plain = number();
    // glyf and loca (10, 11) are transformed unless they say 3; the others only if they say something.
    const version = flags >> 6;
    const isTransformed = tag === 10 || tag === 11 ? version !== 3 : version !== 0;
    const length = isTransformed ? number() : plain;
    if (tag === 0) map = [offset, length];
    offset += length;
  }
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  return readMap(tables.subarray(map![0], map![0] + map![1]));
}

function readMap(cmap: Buffer): Set<number> {
  const signs = new Set<number>();
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + record * 8 + 4));
    if (table.readUInt16BE(0) !== 4) continue;
    const segments = table.readUInt16BE(6);
    for (let segment = 0; segment < segments; segment += 2) {
      const last = table.readUInt16BE(14 + segment);
      const first = table.readUInt16BE(16 + segments + segment);
      for (let sign = first; sign <= last && sign !== 0xffff; sign++) signs.add(sign);
    }
  }
  return signs;
}
