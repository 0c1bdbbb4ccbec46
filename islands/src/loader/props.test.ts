import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkedProps, loadSharedProps } from "./retry.ts";

function island(props: string): Element {
  document.body.innerHTML = `<site-island props='${props}' shared="/shared.json"></site-island>`;
  return document.querySelector("site-island")!;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

describe("loadSharedProps", () => {
  it("reads the file, and requests it again when the first attempt fails", async () => {
    const request = vi
      .fn()
      .mockRejectedValueOnce(new TypeError("Failed to fetch"));
    request.mockResolvedValueOnce(new Response('{"lang":"es"}'));
    vi.stubGlobal("fetch", request);
    const shared = loadSharedProps(island("{}"));
    await vi.runAllTimersAsync();
    expect(await shared).toEqual({ lang: "es" });
    expect(request.mock.calls).toEqual([["/shared.json"], ["/shared.json"]]);
  });

  it("rejects when the file is not JSON twice", async () => {
    vi.stubGlobal(
      "fetch",
      async () => new Response("<!doctype html>", { status: 404 }),
    );
    const rejected = expect(loadSharedProps(island("{}"))).rejects.toThrow();
    await vi.runAllTimersAsync();
    await rejected;
  });

  it("is empty for an island without the attribute", async () => {
    expect(
      await loadSharedProps(document.createElement("site-island")),
    ).toEqual({});
  });
});

describe("checkedProps", () => {
  it.each([[{}], [{ id: "i", lang: "es" }], [{ lang: "es", strings: {} }]])(
    "throws for %o",
    (props) => {
      expect(() => checkedProps(props as never)).toThrow();
    },
  );

  it("returns complete props", () => {
    const props = { id: "i", lang: "es", strings: {} } as const;
    expect(checkedProps(props)).toBe(props);
  });
});
