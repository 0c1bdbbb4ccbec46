import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KEY, makeChoice, only, readChoice, refusesBySignal } from "./choice.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const keep = (value: unknown) => localStorage.setItem(KEY, JSON.stringify(value));
const all = { measurement: true, heat_map: true, customer_relations: true };

describe("the visitor's choice", () => {
  it("is kept with its version and its date", () => {
    const made = makeChoice({ measurement: true });
    expect(made.grants).toEqual({ measurement: true, heat_map: false, customer_relations: false });
    expect(made.version).toBe("1");
    expect(new Date(made.date).toISOString()).toBe(made.date);
    expect(readChoice()).toEqual(made);
  });

  it("of another version counts no more: other third parties, or another notice", () => {
    keep({ version: "0", date: "2026-01-01T00:00:00.000Z", grants: all });
    expect(readChoice()).toBeNull();
  });

  it("allows nothing that is not a plain yes", () => {
    keep({
      version: "1",
      date: "2026-01-01T00:00:00.000Z",
      grants: { ...all, heat_map: "yes", other: true },
    });
    expect(readChoice()!.grants).toEqual({ measurement: true, heat_map: false, customer_relations: true });
  });

  it.each(["{", "null", "1", '"x"', '{"version":"1"}', "[]"])("that is damaged is none: %s", (text) => {
    localStorage.setItem(KEY, text);
    expect(readChoice()).toBeNull();
  });

  it("holds for the page view where nothing can be kept", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("denied", "SecurityError");
      },
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(readChoice()).toBeNull();
    expect(makeChoice(only(() => true)).grants).toEqual(all);
  });

  it("is made by Global Privacy Control when nothing else was said", () => {
    expect(refusesBySignal()).toBe(false);
    vi.stubGlobal("navigator", { globalPrivacyControl: true });
    expect(refusesBySignal()).toBe(true);
  });
});
