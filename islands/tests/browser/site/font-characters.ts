// Which characters the site's two fonts contain, and which of a page's characters they lack: a browser would take those
// from another typeface.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Page } from "@playwright/test";

const FONTS = new URL("../../../../templates/fonts/", import.meta.url);

const THEME = readFileSync(
  new URL("../../../../theme.yaml", import.meta.url),
  "utf8",
);

/** The characters of each font of theme.yaml, as code points, by font family. */
export const FONT_CHARACTERS: Record<string, Set<number>> = Object.fromEntries(
  [...THEME.matchAll(/family: (.+)\n.*\n +web: (\S+)/g)].map(
    ([, family, file]) => [
      family!,
      charactersOf(readFileSync(new URL(file!, FONTS))),
    ],
  ),
);

/** What the fonts lack of a page's text, as "family: characters". */
export async function missingCharacters(page: Page): Promise<string[]> {
  const missing: string[] = [];
  for (const [family, text] of Object.entries(await charactersByFamily(page))) {
    const characters = FONT_CHARACTERS[family];
    const lacking = [...text].filter(
      (one) => one >= " " && !characters?.has(one.codePointAt(0)!),
    );
    if (lacking.length) missing.push(`${family}: ${lacking.join("")}`);
  }
  return missing;
}

/** The different characters that a page writes in each font family. */
function charactersByFamily(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const texts: Record<string, string> = {};
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      if (parentElement!.closest("script, noscript, option")) continue;
      const family = getComputedStyle(parentElement!)
        .fontFamily.split(",")[0]!
        .replaceAll('"', "");
      texts[family] = [...new Set((texts[family] ?? "") + data)].join("");
    }
    return texts;
  });
}

/** The code points in a WOFF2 file's character map (WOFF2 section 4, OpenType `cmap` format 4). */
function charactersOf(file: Buffer): Set<number> {
  let at = 48;
  let offset = 0;
  let map: [start: number, length: number] | undefined;
  const variableInt = (): number => {
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
    const originalLength = variableInt();
    // glyf and loca (10, 11) are transformed unless their version is 3, other tables only if it is not 0.
    const version = flags >> 6;
    const isTransformed =
      tag === 10 || tag === 11 ? version !== 3 : version !== 0;
    const length = isTransformed ? variableInt() : originalLength;
    if (tag === 0) map = [offset, length];
    offset += length;
  }
  const tables = brotliDecompressSync(
    file.subarray(at, at + file.readUInt32BE(20)),
  );
  return readMap(tables.subarray(map![0], map![0] + map![1]));
}

function readMap(cmap: Buffer): Set<number> {
  const characters = new Set<number>();
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + record * 8 + 4));
    if (table.readUInt16BE(0) !== 4) continue;
    const segments = table.readUInt16BE(6);
    for (let segment = 0; segment < segments; segment += 2) {
      const last = table.readUInt16BE(14 + segment);
      const first = table.readUInt16BE(16 + segments + segment);
      for (let code = first; code <= last && code !== 0xffff; code++)
        characters.add(code);
    }
  }
  return characters;
}
