import { describe, expect, test } from "vitest";
import type { Field } from "../types.ts";
import { changed, joined, valueAt, type Draft } from "./form.ts";

const draft: Draft = {
  es: { front: { title: "a", data: { x: "1" } }, body: "uno" },
  en: { front: { title: "b", data: { x: "2" } }, body: "one" },
};
const fields = ["title", "data", "draft"].map((key): Field => {
  return { key, kind: "text", required: false, longest: null };
});

describe("a draft", () => {
  test("changes in one language, and new fields stand before the groups", () => {
    const next = changed(draft, fields, "es", ["draft"], true);
    expect(Object.keys(next.es!.front)).toEqual(["title", "draft", "data"]);
    expect(next.en).toBe(draft.en);
    expect(valueAt(changed(draft, fields, "en", ["body"], "two").en, ["body"])).toBe("two");
    expect(changed({ ...draft, en: null }, fields, "en", ["title"], "x").en).toBeNull();
  });

  test("keeps what was typed during a save", () => {
    const typed = changed(draft, fields, "es", ["title"], "later");
    const { draft: next, conflicts } = joined(draft, typed, draft);
    expect(valueAt(next.es, ["title"])).toBe("later");
    expect(conflicts).toEqual([]);
  });

  test("names what somebody else changed as well", () => {
    const mine = changed(draft, fields, "es", ["body"], "mine");
    const theirs = changed(
      changed(draft, fields, "es", ["body"], "theirs"),
      fields,
      "en",
      ["title"],
      "theirs",
    );
    const { draft: next, conflicts } = joined(draft, mine, theirs);
    expect(conflicts).toEqual([{ lang: "es", path: ["body"], theirs: "theirs" }]);
    expect(valueAt(next.es, ["body"])).toBe("mine");
    expect(valueAt(next.en, ["title"])).toBe("theirs");
  });
});
