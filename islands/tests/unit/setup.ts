// Runs before each test file: matchers such as `toBeVisible`, and a clean document after each test.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { missingString } from "../../src/strings.tsx";
import { EXPECT_TIMEOUT_MS } from "../limits.ts";

// Lazy parts may load slowly on a busy machine.
configure({ asyncUtilTimeout: EXPECT_TIMEOUT_MS });

// In a browser a missing string shows its key; here, as in the build, it is an error.
const show = missingString.report;
beforeEach(() => {
  // What the last test of another file sent may have been answered, and stored, after that file was cleaned up.
  sessionStorage.clear();
  missingString.report = (key) => {
    throw new Error(`no string "${key}"`);
  };
  return () => void (missingString.report = show);
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  delete document.body.dataset.brokerQuery;
  localStorage.clear();
  sessionStorage.clear();
});
