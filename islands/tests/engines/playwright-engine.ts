// The engines that Playwright drives: Firefox, by WebDriver BiDi, and Chromium, whose layout the others are compared with.
// Newer versions than `playwright-core-for-firefox` send a command that Firefox ESR 153 does not know.
import { existsSync } from "node:fs";
import type { Browser, ConsoleMessage } from "@playwright/test";
import { firefox } from "playwright-core-for-firefox";
import { NO_PROXY, type Engine } from "./engine.ts";

/** The installed Firefox: Debian's, or the one of the distribution. */
const FIREFOX = [
  process.env.FIREFOX_PATH,
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
].find((path) => path && existsSync(path));

/** As in Chromium here: scroll bars take no room, and nothing moves. */
const PREFERENCES = {
  "ui.useOverlayScrollbars": 1,
  "ui.prefersReducedMotion": 1,
};

/** What Firefox reports when a page is left while the worker answers one of its requests; nobody misses that answer. */
const LEFT =
  "A ServiceWorker intercepted the request and encountered an unexpected error.";

/** Starts the installed Firefox. */
export async function startFirefox(): Promise<Engine> {
  if (!FIREFOX)
    throw new Error(
      "Firefox is missing: run `make set-up`, or set FIREFOX_PATH",
    );
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: FIREFOX,
    proxy: NO_PROXY,
    firefoxUserPrefs: PREFERENCES,
  });
  // Its types are those of another version.
  return playwrightEngine(browser as unknown as Browser);
}

/** An engine of a browser that Playwright has started. */
export function playwrightEngine(browser: Browser): Engine {
  return {
    visit: async ({ javaScriptEnabled, motion } = {}) => {
      const reducedMotion = motion ? "no-preference" : "reduce";
      const context = await browser.newContext({
        javaScriptEnabled,
        reducedMotion,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => {
        if (!message.endsWith(LEFT)) problems.push(`uncaught: ${message}`);
      });
      page.on("console", (message: ConsoleMessage) => {
        if (message.type() === "error") problems.push(message.text());
      });
      await page.addInitScript(() =>
        document.addEventListener(
          "securitypolicyviolation",
          ({ violatedDirective, blockedURI }) =>
            console.error(
              `the policy's ${violatedDirective} refuses ${blockedURI}`,
            ),
        ),
      );
      // Firefox reports no navigation to a page that it has kept, so nothing is waited for.
      page.goBack = () => page.evaluate(() => history.back()).then(() => null);
      return { page, problems, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}
