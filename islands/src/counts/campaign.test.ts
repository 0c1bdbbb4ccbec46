import { expect, test } from "vitest";
import { campaignOf } from "./index.ts";

const SITE = "https://site.example";

test("the campaign is that of the page, or of the page before it on this site", () => {
  expect(campaignOf(`${SITE}/?utm_campaign=oto%C3%B1o+2026`, "")).toBe(
    "otoño 2026",
  );
  expect(campaignOf(`${SITE}/a`, `${SITE}/?utm_campaign=VERANO`)).toBe(
    "VERANO",
  );
  const name = "v1.2 2026-11 torre 50 m2 75";
  expect(campaignOf(`${SITE}/?utm_campaign=${name}`, "")).toBe(name);
  expect(campaignOf(`${SITE}/?utm_campaign=A`, `${SITE}/?utm_campaign=B`)).toBe(
    "A",
  );
  expect(
    campaignOf(`${SITE}/a`, "https://other.example/?utm_campaign=VERANO"),
  ).toBe("");
  expect(
    campaignOf(`${SITE}/a`, `${SITE}.evil.example/?utm_campaign=VERANO`),
  ).toBe("");
});

test.each([
  "ana@x.mx",
  "9845550162",
  "984 555 0162",
  "<b>",
  "x".repeat(61),
  "a\u202eb",
  "a\nb",
  "984x555x0162",
  "\u3164\u3164",
  "A\u115fB",
  "https://evil.example/login",
  "//evil",
  "evil.example",
])("%j is not sent", (campaign) => {
  expect(
    campaignOf(`${SITE}/?utm_campaign=${encodeURIComponent(campaign)}`, ""),
  ).toBe("");
});
