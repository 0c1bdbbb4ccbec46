// Screenshots of every page (tests/screenshots), with the browser of the browser tests.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({
  ...tests,
  projects: undefined,
  testDir: "tests/screenshots",
  outputDir: "test-results/screenshots",
});
