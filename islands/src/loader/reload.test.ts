import { describe, expect, it, vi } from "vitest";
import { reloadOnce } from "./reload.ts";

describe("reloadOnce (S5d)", () => {
  it("reloads at most once per 60000 ms, counted across the reload", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const reload = vi.fn();
    expect(reloadOnce(reload)).toBe(true);
    vi.setSystemTime(1_000_000 + 59_999);
    expect(reloadOnce(reload)).toBe(false);
    vi.setSystemTime(1_000_000 + 60_000);
    expect(reloadOnce(reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it("never reloads while offline: the page that stands is better than none", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const reload = vi.fn();
    expect(reloadOnce(reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("never reloads where nothing can be kept: it would reload for ever", () => {
    const reload = vi.fn();
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => {
        throw new Error("denied");
      },
    });
    expect(reloadOnce(reload)).toBe(false);
    vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} });
    expect(reloadOnce(reload)).toBe(false);
    vi.unstubAllGlobals();
    expect(reload).not.toHaveBeenCalled();
  });
});
