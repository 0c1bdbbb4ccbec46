// Every page that ships is valid HTML, in both languages.
import { LANGS, LAYOUTS } from "../../routes.ts";
import { REST } from "../../tiers.ts";
import { expect, test } from "../test.ts";
import { htmlProblems, pagesIn } from "./html-problems.ts";

/** The folder of the built site. */
function builtFolder(): string {
  const folder = process.env.SITE_FOLDER;
  test.skip(
    !folder,
    "the site under SITE_URL is not in a folder of this machine",
  );
  return folder!;
}

test("a page of each layout is valid HTML", async () => {
  const files = LAYOUTS.map(
    (path) => `${path === "/" ? "index" : path.slice(1)}.html`,
  );
  expect(await htmlProblems(builtFolder(), files)).toEqual([]);
});

for (const lang of LANGS)
  test(`every page is valid HTML, ${lang}`, REST, async () => {
    const folder = builtFolder();
    const files = pagesIn(folder).filter(
      (file) => /^en[./]/.test(file) === (lang === "en"),
    );
    expect(files.length).toBeGreaterThan(30);
    expect((await htmlProblems(folder, files)).slice(0, 20)).toEqual([]);
  });
