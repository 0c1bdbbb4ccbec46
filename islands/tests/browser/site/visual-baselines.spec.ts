// every-page.spec.ts compares the pages with their baselines, if these are of this browser.
import { otherBrowser } from "../../screenshots/baseline.ts";
import { test } from "../test.ts";

test("the baselines are of this version of Chromium", ({ browser }) => {
  // Another version draws letters in another way: then no page is compared.
  const reason = otherBrowser(browser);
  test.skip(Boolean(reason), reason);
});
