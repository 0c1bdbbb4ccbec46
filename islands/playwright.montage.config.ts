// The pictures of the README and of the editors' manuals (tests/montage), with the browser of the browser tests.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({
  ...tests,
  projects: undefined,
  testDir: "tests/montage",
  outputDir: "test-results/montage",
  workers: 1,
});
