import { expect, test } from "vitest";
import { interactionDelay, shiftWindows } from "./measure.ts";

test("the largest window of layout shifts counts", () => {
  const shifts = shiftWindows();
  expect(shifts.value()).toBe(0);
  const add = (startTime: number, value: number, hadRecentInput = false) =>
    shifts.add({ startTime, value, hadRecentInput });
  add(100, 0.05);
  add(900, 0.05);
  add(1_000, 0.9, true);
  expect(shifts.value()).toBe(100);
  // A gap of a second starts another window; so do five seconds.
  for (const at of [2_000, 2_900, 3_800, 4_700, 5_600, 6_500]) add(at, 0.04);
  expect(shifts.value()).toBe(240);
  add(7_400, 0.04);
  expect(shifts.value()).toBe(240);
});

test("one of fifty interactions is left out", () => {
  expect(interactionDelay([], 0)).toBeUndefined();
  expect(interactionDelay([8], 1)).toBe(8);
  expect(interactionDelay([40, 300, 56], 49)).toBe(300);
  expect(interactionDelay([40, 300, 56], 50)).toBe(56);
  expect(interactionDelay([300], 500)).toBe(300);
});
