import { describe, expect, test } from "vitest";
import type { Document } from "./api.ts";
import type { Field } from "../types.ts";
import { changed, draftOf, joined, valuesOf, type Draft } from "./form.ts";

const draft: Draft = {
  es: { title: "a", data: { x: "1" }, body: "uno" },
  en: { title: "b", data: { x: "2" }, body: "one" },
};
const fields = ["title", "data", "draft"].map((key): Field => {
  return { key, kind: "text", required: false, longest: null };
});

describe("a draft", () => {
  test("is saved as it was read, with its Markdown apart", () => {
    const version = { file: "index.es.md", url: "/", repeated: [] };
    const es = { front: { title: "a", data: { x: "1" } }, body: "uno" };
    const page: Document = {
      id: "pages/index",
      tag: "",
      fields,
      languages: { es: { ...version, ...es }, en: null },
    };
    expect(draftOf(page)).toEqual({ es: draft.es, en: null });
    expect(valuesOf(draftOf(page), page)).toEqual({ es, en: null });
    const texts = { front: { "nav.home": "Inicio", body: "x" }, body: null };
    const strings: Document = {
      ...page,
      fields: [],
      languages: { es: { ...version, ...texts } },
    };
    expect(draftOf(strings)).toEqual({ es: texts.front });
    expect(valuesOf(draftOf(strings), strings)).toEqual({ es: texts });
  });

  test("changes in one language, and new fields stand before the groups", () => {
    const next = changed(draft, fields, "es", ["draft"], true);
    expect(Object.keys(next.es!)).toEqual(["title", "draft", "data", "body"]);
    expect(next.en).toBe(draft.en);
    expect(changed(draft, fields, "en", ["body"], "two").en!.body).toBe("two");
    expect(
      changed({ ...draft, en: null }, fields, "en", ["title"], "x").en,
    ).toBeNull();
  });

  test("keeps what was typed during a save", () => {
    const typed = changed(draft, fields, "es", ["title"], "later");
    const { draft: next, conflicts } = joined(draft, typed, draft);
    expect(next.es!.title).toBe("later");
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
    expect(conflicts).toEqual([
      { lang: "es", path: ["body"], theirs: "theirs" },
    ]);
    expect(next.es!.body).toBe("mine");
    expect(next.en!.title).toBe("theirs");
  });
});
