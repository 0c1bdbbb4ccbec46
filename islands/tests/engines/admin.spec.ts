// The hosted editor at `/admin` in another engine than Chromium: it starts under the policy of its page.
import { text } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

test(
  "the hosted editor starts, and its policy refuses nothing of it",
  REST,
  async ({ visit, edited }) => {
    const { page, problems } = visit;
    await page.goto(`${edited.origin}/admin`);
    await text(page, "body").toMatch(/Access Token|token de acceso/);
    const refused = problems.filter((problem) =>
      /Content.Security.Policy/i.test(problem),
    );
    expect(refused).toEqual([]);
  },
);
