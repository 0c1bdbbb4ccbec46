// Starts the installed Chromium for the tools that measure.
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const PATHS = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const launchChromium = () =>
  chromium.launch({
    executablePath: PATHS.find((path) => path && existsSync(path)),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
    ],
  });
