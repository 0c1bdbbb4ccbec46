// Every page that ships is valid HTML, in both languages.
import { LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { expect, test } from "../test.ts";
import { htmlProblems, pagesIn } from "./html-problems.ts";

for (const lang of LANGS)
  test(
    `every page is valid HTML, ${lang}`,
    firstIf(lang === "es"),
    async () => {
      const folder = process.env.SITE_FOLDER;
      test.skip(
        !folder,
        "the site under SITE_URL is not in a folder of this machine",
      );
      const files = pagesIn(folder!).filter(
        (file) => /^en[./]/.test(file) === (lang === "en"),
      );
      expect(files.length).toBeGreaterThan(30);
      expect((await htmlProblems(folder!, files)).slice(0, 20)).toEqual([]);
    },
  );
