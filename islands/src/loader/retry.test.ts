import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWithRetry } from "./retry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The messages of Firefox and Chromium. */
const NAMED = [
  "error loading dynamically imported module: https://x.example/assets/a-1.js",
  "Failed to fetch dynamically imported module: https://x.example/assets/a-1.js",
];

describe("loadWithRetry", () => {
  it.each(NAMED)(
    "requests another URL, because Firefox remembers the one that failed: %s",
    async (message) => {
      const load = vi.fn().mockRejectedValue(new TypeError(message));
      const request = vi.fn().mockResolvedValue("module");
      const loaded = loadWithRetry(load, request);
      await vi.runAllTimersAsync();
      expect(await loaded).toBe("module");
      expect(load).toHaveBeenCalledOnce();
      expect(request).toHaveBeenCalledExactlyOnceWith("https://x.example/assets/a-1.js?again");
    },
  );

  it("requests the same URL where the message does not name it, as in Safari", async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError("Importing a module script failed."));
    load.mockResolvedValue("module");
    const loaded = loadWithRetry(load);
    await vi.runAllTimersAsync();
    expect(await loaded).toBe("module");
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("rejects when the second attempt fails too", async () => {
    const load = vi.fn().mockRejectedValue(new TypeError(NAMED[0]));
    const loaded = loadWithRetry(load, () => Promise.reject(new TypeError("again")));
    const rejected = expect(loaded).rejects.toThrow("again");
    await vi.runAllTimersAsync();
    await rejected;
  });
});
