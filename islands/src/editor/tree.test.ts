import { describe, expect, test } from "vitest";
import type { Value } from "../types.ts";
import { at, blank, inOrder, merged, moved, withValue } from "./tree.ts";

const VALUE: Value = {
  title: "a",
  data: { items: [{ q: "1", n: 2, on: true }, { q: "3" }] },
};

describe("values", () => {
  test("are found, replaced, added and removed by their path", () => {
    const path = ["data", "items", 0, "q"];
    expect(at(VALUE, path)).toBe("1");
    expect(at(VALUE, ["data", "x", 1])).toBeUndefined();
    const changed = withValue(VALUE, path, "x");
    expect(at(changed, path)).toBe("x");
    expect(at(VALUE, path)).toBe("1");
    expect(
      at(withValue(VALUE, ["data", "items", 0], undefined), ["data", "items"]),
    ).toEqual([{ q: "3" }]);
    expect(
      at(withValue(VALUE, ["data", "items", 2], "n"), ["data", "items", 2]),
    ).toBe("n");
    expect(withValue(VALUE, ["title"], undefined)).not.toHaveProperty("title");
    expect(Object.keys(withValue(VALUE, ["draft"], true) as object)).toEqual([
      "title",
      "data",
      "draft",
    ]);
  });

  test("are moved in their list", () => {
    const list = ["a", "b", "c"];
    expect([
      moved(list, 0, 2),
      moved(list, 2, 0),
      moved(list, 1, 1),
      moved(list, 3, 0),
    ]).toEqual([["b", "c", "a"], ["c", "a", "b"], list, list]);
  });

  test("become empty with the same shape", () => {
    expect(blank(VALUE)).toEqual({
      title: "",
      data: { items: [{ q: "", n: "", on: false }, { q: "" }] },
    });
  });

  test("get the order of known keys", () => {
    const order = ["title", "description", "draft", "data"];
    expect(
      Object.keys(inOrder({ title: 1, data: 2, other: 3, draft: 4 }, order)),
    ).toEqual(["title", "draft", "data", "other"]);
  });
});

describe("changes of two people", () => {
  const base = { a: "1", b: "2", list: ["x", "y"] };

  test("of different values are joined", () => {
    const { value, conflicts } = merged(
      base,
      { ...base, a: "mine" },
      { ...base, b: "theirs", c: "new" },
    );
    expect(value).toEqual({
      a: "mine",
      b: "theirs",
      list: ["x", "y"],
      c: "new",
    });
    expect(conflicts).toEqual([]);
  });

  test("of the same value keep mine and name the place", () => {
    const mine = { ...base, a: "mine", list: ["x", "mine"] };
    const theirs = { ...base, a: "theirs", list: ["theirs", "theirs"] };
    const { value, conflicts } = merged(base, mine, theirs);
    expect(value).toEqual({ a: "mine", b: "2", list: ["theirs", "mine"] });
    expect(conflicts).toEqual([["a"], ["list", 1]]);
  });

  test("of a list's length are not joined", () => {
    const { value, conflicts } = merged(
      base,
      { ...base, list: ["x"] },
      { ...base, list: ["x", "y", "z"] },
    );
    expect(value).toEqual({ ...base, list: ["x"] });
    expect(conflicts).toEqual([["list"]]);
  });

  test("that remove the same key agree", () => {
    const { b: _, ...without } = base;
    expect(merged(base, without, without)).toEqual({
      value: without,
      conflicts: [],
    });
  });
});
