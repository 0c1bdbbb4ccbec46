import { describe, expect, test } from "vitest";
import { nextLink } from "./index.ts";

/** Two levels with two units each, then one without. */
const ARE_UNITS = [false, true, true, false, true, true, false];

describe("arrow keys in the drawing", () => {
  test.each([
    ["ArrowRight", 0, 1],
    ["ArrowLeft", 3, 2],
    ["ArrowUp", 1, 3],
    ["ArrowUp", 3, 6],
    ["ArrowDown", 5, 3],
    ["ArrowDown", 3, 0],
    ["Home", 5, 0],
    ["End", 0, 6],
  ])("%s goes from %i to %i", (key, from, to) => {
    expect(nextLink(ARE_UNITS, from, key)).toBe(to);
  });

  test("stops at both ends, and leaves other keys alone", () => {
    expect(ARE_UNITS[nextLink(ARE_UNITS, 6, "ArrowRight")!]).toBeUndefined();
    expect(ARE_UNITS[nextLink(ARE_UNITS, 6, "ArrowUp")!]).toBeUndefined();
    expect(ARE_UNITS[nextLink(ARE_UNITS, 0, "ArrowLeft")!]).toBeUndefined();
    expect(ARE_UNITS[nextLink(ARE_UNITS, 0, "ArrowDown")!]).toBeUndefined();
    expect(nextLink(ARE_UNITS, 0, "Enter")).toBeUndefined();
  });
});
