// Runs before each test file: matchers such as `toBeVisible`, and a clean document after each test.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine is no failure: `findBy` waits for a part fetched later as long as it takes within the test's limit.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
