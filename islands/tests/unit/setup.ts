// Runs before each test file: matchers such as `toBeVisible`, and a clean document after each test.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { missingString } from "../../src/strings.tsx";

// Lazy parts may load slowly on a busy machine: `findBy` waits for them up to half the timeout of a test.
configure({ asyncUtilTimeout: 10_000 });

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
  delete document.body.dataset.asesor;
  localStorage.clear();
  sessionStorage.clear();
});
