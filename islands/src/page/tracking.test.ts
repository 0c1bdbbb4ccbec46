import { describe, expect, it, vi } from "vitest";
import { TRACKING_NAMES } from "../types.ts";
import { forgetBroker, readTracking, storeTracking } from "./tracking.ts";

describe("tracking values (S22)", () => {
  it("stores every value together with the query string", () => {
    const search = `?${TRACKING_NAMES.map((name, index) => `${name}=v${index}`).join("&")}&x=1`;
    storeTracking(search);
    const { values, query } = readTracking();
    expect(query).toBe(search);
    expect(Object.keys(values)).toEqual([...TRACKING_NAMES]);
    expect(values.adset).toBe("v9");
  });

  it("keeps the last campaign on pages whose query has none", () => {
    storeTracking("?utm_source=a");
    storeTracking("");
    storeTracking("?nivel=3&disp=1");
    expect(readTracking()).toEqual({
      values: { utm_source: "a" },
      query: "?utm_source=a",
    });
    storeTracking("?utm_source=b&utm_medium=");
    expect(readTracking().values).toEqual({ utm_source: "b" });
  });

  it("cuts a value between characters, so that a form can always be sent", () => {
    storeTracking(`?utm_content=${"x".repeat(199)}%F0%9F%8F%A2%F0%9F%8F%A2`);
    expect(readTracking().values.utm_content).toBe(`${"x".repeat(199)}🏢`);
  });

  it("stores the identifier of a click without a campaign", () => {
    storeTracking("?utm_source=a");
    storeTracking("?gclid=Cj0KCQ");
    expect(readTracking().values).toEqual({ gclid: "Cj0KCQ" });
  });

  it("keeps the broker of an earlier link", () => {
    storeTracking("?asesor=ANA&tel=9845550162&utm_source=a");
    storeTracking("?utm_source=b");
    expect(readTracking().values).toEqual({
      asesor: "ANA",
      tel: "9845550162",
      utm_source: "b",
    });
    storeTracking("?asesor=LUIS");
    expect(readTracking().values).toEqual({ asesor: "LUIS" });
    forgetBroker();
    expect(readTracking()).toEqual({ values: {}, query: "" });
  });

  it("cuts long values", () => {
    storeTracking(`?ad=${"x".repeat(5000)}`);
    expect(readTracking().values.ad).toHaveLength(200);
  });

  it.each([5, "x", [], { values: null }, { values: 5 }])(
    "has values to read when %j is stored",
    (stored) => {
      localStorage.setItem("tracking", JSON.stringify(stored));
      expect(readTracking().values.utm_source).toBeUndefined();
      storeTracking("?utm_source=a");
      expect(readTracking().values).toEqual({ utm_source: "a" });
    },
  );

  it("returns nothing when storage is disabled or contains invalid JSON", () => {
    localStorage.setItem("tracking", "{");
    expect(readTracking()).toEqual({ values: {}, query: "" });
    localStorage.setItem("tracking", "null");
    expect(readTracking()).toEqual({ values: {}, query: "" });
    vi.stubGlobal("localStorage", undefined);
    storeTracking("?ad=1");
    expect(readTracking()).toEqual({ values: {}, query: "" });
    vi.unstubAllGlobals();
  });
});
