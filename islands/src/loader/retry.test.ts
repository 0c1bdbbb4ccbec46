import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWithRetry } from "./retry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A module's loader as esbuild writes it, whose first attempt fails. */
const loader = () => {
  const load = vi
    .fn()
    .mockRejectedValue(new TypeError("Importing a module script failed."));
  return Object.assign(load, { toString: () => '()=>import("./a-1.js")' });
};

describe("loadWithRetry", () => {
  it("requests another URL, because Firefox and WebKit remember the one that failed", async () => {
    const load = loader();
    const request = vi.fn().mockResolvedValue("module");
    const loaded = loadWithRetry(load, request);
    await vi.runAllTimersAsync();
    expect(await loaded).toBe("module");
    expect(load).toHaveBeenCalledOnce();
    expect(request).toHaveBeenCalledExactlyOnceWith("./a-1.js?again");
  });

  it("rejects when the second attempt fails too", async () => {
    const loaded = loadWithRetry(loader(), () =>
      Promise.reject(new TypeError("again")),
    );
    const rejected = expect(loaded).rejects.toThrow("again");
    await vi.runAllTimersAsync();
    await rejected;
  });
});
