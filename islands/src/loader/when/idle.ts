// Start when the browser has nothing better to do. Safari has no requestIdleCallback: start now.
import type { When } from "./index.ts";

export const idle: When = (start) =>
  "requestIdleCallback" in window ? requestIdleCallback(start, { timeout: 2000 }) : start();
