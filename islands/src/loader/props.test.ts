import { afterEach, describe, expect, it } from "vitest";
import { readProps } from "./props.ts";

function island(props: string): Element {
  document.body.innerHTML = `<site-island props="p"></site-island><script type="application/json" id="p">${props}</script>`;
  return document.querySelector("site-island")!;
}

afterEach(() => (document.body.innerHTML = ""));

describe("readProps", () => {
  it("reads JSON with escaped angle brackets", () => {
    const props = readProps(island('{"id":"i","lang":"es","strings":{},"name":"\\u003c/script\\u003e"}'));
    expect(props).toMatchObject({ id: "i", name: "</script>" });
  });

  it.each([["{}"], ["null"], ["{"], ['{"id":"i","lang":"es"}'], ['{"lang":"es","strings":{}}']])(
    "throws for %s",
    (props) => {
      expect(() => readProps(island(props))).toThrow();
    },
  );

  it("throws when the island has no block", () => {
    document.body.innerHTML = '<site-island props="none"></site-island>';
    expect(() => readProps(document.querySelector("site-island")!)).toThrow();
  });
});
