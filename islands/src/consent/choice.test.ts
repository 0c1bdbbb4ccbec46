import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KEY, makeChoice, readChoice, refusesBySignal } from "./choice.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const store = (value: unknown) =>
  localStorage.setItem(KEY, JSON.stringify(value));
const all = { measurement: true, heat_map: true, customer_relations: true };

describe("the visitor's choice", () => {
  it("is stored with its version and its date", () => {
    const made = makeChoice({ measurement: true });
    expect(made.grants).toEqual({
      measurement: true,
      heat_map: false,
      customer_relations: false,
    });
    expect(made.version).toBe("1");
    expect(new Date(made.date).toISOString()).toBe(made.date);
    expect(readChoice()).toEqual(made);
  });

  it("is ignored when its version is another one", () => {
    store({ version: "0", date: "2026-01-01T00:00:00.000Z", grants: all });
    expect(readChoice()).toBeNull();
  });

  it("allows only what is exactly `true`", () => {
    store({
      version: "1",
      date: "2026-01-01T00:00:00.000Z",
      grants: { ...all, heat_map: "yes", other: true },
    });
    expect(readChoice()!.grants).toEqual({
      measurement: true,
      heat_map: false,
      customer_relations: true,
    });
  });

  it.each(["{", "null", "1", '"x"', '{"version":"1"}', "[]"])(
    "is none when the stored value is invalid: %s",
    (text) => {
      localStorage.setItem(KEY, text);
      expect(readChoice()).toBeNull();
    },
  );

  it("lasts for the page view when storage fails", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("denied", "SecurityError");
      },
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(readChoice()).toBeNull();
    expect(makeChoice(all).grants).toEqual(all);
  });

  it("is refused by Global Privacy Control when the visitor made none", () => {
    expect(refusesBySignal()).toBe(false);
    vi.stubGlobal("navigator", { globalPrivacyControl: true });
    expect(refusesBySignal()).toBe(true);
  });
});
