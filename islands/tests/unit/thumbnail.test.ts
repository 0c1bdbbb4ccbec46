import { describe, expect, it } from "vitest";
import { decode, differences, encode, type Thumbnail } from "../screenshots/thumbnail.ts";

/** A page of stripes, like lines of text; `change` returns another value for a pixel. */
function page(height: number, change?: (x: number, y: number) => number | undefined): Thumbnail {
  const width = 128;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(change?.(x, y) ?? (y % 4 < 2 ? 240 : 120), (y * width + x) * 3, (y * width + x) * 3 + 3);
  return { width, height, data };
}

describe("thumbnails of a page", () => {
  it("agree when letters are drawn slightly differently, and after encoding", async () => {
    const baseline = page(300);
    const softer = page(300, (_, y) => (y % 4 < 2 ? 234 : 126));
    expect(differences(baseline, softer)).toEqual([]);
    expect(differences(await decode(await encode(baseline)), baseline)).toEqual([]);
  });

  it("differ where a part is gone, however long the page", () => {
    const without = page(3000, (x, y) => (x >= 40 && x < 60 && y >= 800 && y < 808 ? 240 : undefined));
    const found = differences(page(3000), without);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]!.top).toBe(800 / 128);
    expect(found[0]!.left).toBeGreaterThanOrEqual(40 / 128);
  });

  it("differ when the page is longer than rounding explains", () => {
    expect(differences(page(300), page(301))).toEqual([]);
    expect(differences(page(300), page(302))).toHaveLength(1);
  });
});
