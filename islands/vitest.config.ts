// The unit tests. `npm test` runs them against preact/compat, the runtime that ships;
// `npm run test:react` runs the same files against React itself.
import { defineConfig } from "vitest/config";

const preact = process.env.ISLANDS_RUNTIME !== "react";

// The longest names first: a string alias also matches what begins with it.
const alias = preact
  ? [
      { find: "react-dom/test-utils", replacement: "preact/test-utils" },
      { find: "react-dom/client", replacement: "preact/compat/client" },
      { find: "react-dom/server", replacement: "preact-render-to-string" },
      { find: "react-dom", replacement: "preact/compat" },
      { find: "react/jsx-dev-runtime", replacement: "preact/jsx-runtime" },
      { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
      { find: "react", replacement: "preact/compat" },
    ].map(({ find, replacement }) => ({ find: new RegExp(`^${find}$`), replacement }))
  : [];

export default defineConfig({
  resolve: { alias },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/unit/setup.ts"],
    restoreMocks: true,
    server: { deps: { inline: [/@testing-library\/react/] } },
  },
});
