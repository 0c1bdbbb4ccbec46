// Runs before each test file: matchers such as `toBeVisible`, and a clean document after each test.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { missingString } from "../../src/strings.tsx";

// A busy machine is no failure: `findBy` waits for a part fetched later as long as it takes within the test's limit.
configure({ asyncUtilTimeout: 10_000 });

// In a browser a key is shown; here, as in the build, a string that is missing is a mistake.
const show = missingString.report;
beforeEach(() => {
  missingString.report = (key) => {
    throw new Error(`no string "${key}"`);
  };
  return () => void (missingString.report = show);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
