// Browser tests against the built site (tests/browser/start.ts serves it): all of them in the installed Chromium, the
// essential part in Firefox and WebKit too.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { EXPECT_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./tests/limits.ts";

/** The headless shell first: the same engine without the windows of a desktop browser, for less than half the CPU. */
const chromium = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));

/**
 * Pictures load lazily from 1,250 px away: the headless shell does not know the connection and would load them from 3,000
 * px away. The rest is what Playwright itself sets, which this option replaces: a mouse is present.
 */
const BLINK_SETTINGS =
  "lazyLoadingImageMarginPxUnknown=1250,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4";

export default defineConfig({
  testMatch: "*.spec.ts",
  // The tests of the engines start their browser themselves and compare it with Chromium.
  projects: [
    { name: "chromium", testDir: "tests/browser" },
    {
      name: "firefox",
      testDir: "tests/engines",
      // This one has no transitions between pages.
      testIgnore: "motion.spec.ts",
    },
    {
      name: "webkit",
      testDir: "tests/engines",
      // The people who write choose their browser: one engine beside Chromium is enough. This one does not print.
      testIgnore: ["admin.spec.ts", "editor.spec.ts", "paper.spec.ts"],
    },
  ],
  fullyParallel: true,
  // Tests wait for timers and for each other's servers: with three, two processors are busy for two thirds of the time.
  workers: 4,
  forbidOnly: true,
  reporter: [["list"]],
  timeout: TEST_TIMEOUT_MS,
  retries: 0,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  globalSetup: "./tests/browser/start.ts",
  use: {
    browserName: "chromium",
    locale: "es-MX",
    // The browser's own flag has no effect, because Playwright overrides it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // Fewer processes that talk to each other: a seventh less CPU for the same tests.
        "--in-process-gpu",
        "--enable-features=NetworkServiceInProcess2",
        // The headless shell alone needs these two to lay out and load pages as the whole browser does.
        "--font-render-hinting=none",
        `--blink-settings=${BLINK_SETTINGS}`,
        // No test reaches another machine, whatever a page requests.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ],
    },
  },
});
