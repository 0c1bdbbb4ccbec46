// What the check of styles and scripts against the oldest browsers finds.
import type { Gap } from "../compatibility/data.ts";
import { gapsOfScript } from "../compatibility/scripts.ts";
import { gapsOfStyles } from "../compatibility/styles.ts";
import { expect, test } from "./test.ts";

const named = ({ gaps }: { gaps: Gap[] }) =>
  gaps.map(({ level, feature }) => `${level} ${feature}`);

const STYLES: [css: string, gaps: string[]][] = [
  [
    'a::before { content: "x" / "" }',
    ["usable css.properties.content.alt_text"],
  ],
  ['a::before { content: "x"; content: "x" / "" }', []],
  ["a { height: 2lh }", ["usable css.types.length.lh"]],
  ["a { height: 2em; height: 2lh }", []],
  [
    "a { height: 3lh; height: 2lh }",
    ["usable css.types.length.lh", "usable css.types.length.lh"],
  ],
  [
    "a { color: color-mix(in srgb, red, blue) }",
    ["usable css.types.color.color-mix"],
  ],
  [
    "a { --x: color-mix(in srgb, red, blue) }",
    ["usable css.types.color.color-mix"],
  ],
  [
    "@supports (color: color-mix(in srgb, red, red)) { a { color: color-mix(in srgb, red, blue) } }",
    [],
  ],
  [
    "a { anchor-name: --x }",
    [
      "complete css.properties.anchor-name",
      "usable css.properties.anchor-name",
    ],
  ],
  ["a:has(b) { color: red }", []],
  [
    "@media (scripting: none) { a { color: red } }",
    [
      "complete css.at-rules.media.scripting",
      "usable css.at-rules.media.scripting",
    ],
  ],
];

const SCRIPTS: [code: string, gaps: string[]][] = [
  ["[].toSorted()", ["usable script.toSorted"]],
  [
    "a.moveBefore(b, c)",
    ["complete script.moveBefore", "usable script.moveBefore"],
  ],
  ["a.moveBefore?.(b, c)", []],
  ["new URLSearchParams(location.search).get('x')", []],
  [
    "requestIdleCallback(f)",
    [
      "complete script.requestIdleCallback",
      "usable script.requestIdleCallback",
    ],
  ],
  ["own.thing()", []],
];

for (const [css, gaps] of STYLES)
  test(`${css}: ${gaps.length || "nothing"}`, () =>
    expect(named(gapsOfStyles(css))).toEqual(gaps));

for (const [code, gaps] of SCRIPTS)
  test(`${code}: ${gaps.length || "nothing"}`, () =>
    expect(named(gapsOfScript(code))).toEqual(gaps));

test("what cannot be parsed is an error, and so is syntax that esbuild does not write", () => {
  expect(() =>
    gapsOfStyles("@media (width >< 3px) { a { color: red } }"),
  ).toThrow("cannot parse");
  expect(() => gapsOfScript("using a = b")).toThrow();
});
