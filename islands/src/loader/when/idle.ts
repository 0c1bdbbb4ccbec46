// Start when the browser is idle. Safari has no requestIdleCallback: start at once.
import type { When } from "./index.ts";

export const idle: When = (start) =>
  "requestIdleCallback" in window ? requestIdleCallback(start, { timeout: 2000 }) : start();
