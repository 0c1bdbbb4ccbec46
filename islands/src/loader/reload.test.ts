import { describe, expect, it, vi } from "vitest";
import { reloadOnce } from "./reload.ts";

describe("reloadOnce (S5d)", () => {
  it("reloads at most once in 60000 ms, also across the reload itself", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    expect(reloadOnce()).toBe(true);
    vi.setSystemTime(1_000_000 + 59_999);
    expect(reloadOnce()).toBe(false);
    vi.setSystemTime(1_000_000 + 60_000);
    expect(reloadOnce()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it("does not reload while offline, because the new page would be an error", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    expect(reloadOnce()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload when storage fails, because it would reload forever", () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => {
        throw new Error("denied");
      },
    });
    expect(reloadOnce()).toBe(false);
    vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} });
    expect(reloadOnce()).toBe(false);
    vi.unstubAllGlobals();
    expect(reload).not.toHaveBeenCalled();
  });
});
