import { describe, expect, it } from "vitest";
import type { Gap } from "./data.ts";
import { gapsOfScript } from "./scripts.ts";
import { gapsOfStyles } from "./styles.ts";

const named = ({ gaps }: { gaps: Gap[] }) => gaps.map(({ level, feature }) => `${level} ${feature}`);

describe("gapsOfStyles", () => {
  it.each([
    ['a::before { content: "x" / "" }', ["usable css.properties.content.alt_text"]],
    ['a::before { content: "x"; content: "x" / "" }', []],
    ["a { height: 2lh }", ["usable css.types.length.lh"]],
    ["a { height: 2em; height: 2lh }", []],
    ["a { height: 3lh; height: 2lh }", ["usable css.types.length.lh", "usable css.types.length.lh"]],
    ["a { color: color-mix(in srgb, red, blue) }", ["usable css.types.color.color-mix"]],
    ["a { --x: color-mix(in srgb, red, blue); }", ["usable css.types.color.color-mix"]],
    ["@supports (color: color-mix(in srgb, red, red)) { a { color: color-mix(in srgb, red, blue) } }", []],
    ["a { anchor-name: --x }", ["complete css.properties.anchor-name", "usable css.properties.anchor-name"]],
    ["a:has(b) { color: red }", []],
    [
      "@media (scripting: none) { a { color: red } }",
      ["complete css.at-rules.media.scripting", "usable css.at-rules.media.scripting"],
    ],
  ])("%s", (css, gaps) => {
    expect(named(gapsOfStyles(css))).toEqual(gaps);
  });

  it("refuses a style sheet that it cannot parse", () => {
    expect(() => gapsOfStyles("@media (width >< 3px) { a { color: red } }")).toThrow("cannot parse");
  });
});

describe("gapsOfScript", () => {
  it.each([
    ["[].toSorted()", ["usable script.toSorted"]],
    ["a.moveBefore(b, c)", ["complete script.moveBefore", "usable script.moveBefore"]],
    ["a.moveBefore?.(b, c)", []],
    ["new URLSearchParams(location.search).get('x')", []],
    ["requestIdleCallback(f)", ["complete script.requestIdleCallback", "usable script.requestIdleCallback"]],
    ["own.thing()", []],
  ])("%s", (code, gaps) => {
    expect(named(gapsOfScript(code))).toEqual(gaps);
  });

  it("refuses syntax that is later than what esbuild writes", () => {
    expect(() => gapsOfScript("using a = b")).toThrow();
  });
});
