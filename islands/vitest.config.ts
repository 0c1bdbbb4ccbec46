// The unit tests. `npm test` runs them with preact/compat, which the site uses. The second tier, `npm run test:rest`, runs those of
// components in the other language, and with React in both.
import { defineConfig } from "vitest/config";
import { siteSetting } from "./tests/site-settings.ts";
import { TEST_TIMEOUT_MS } from "./tests/limits.ts";

const preact = process.env.ISLANDS_RUNTIME !== "react";
const isFirstTier = process.env.TIER !== "rest";

// How the names of React are resolved with preact.
const alias = preact
  ? [
      { find: "react-dom/test-utils", replacement: "preact/test-utils" },
      { find: "react-dom/client", replacement: "preact/compat/client" },
      { find: "react-dom/server", replacement: "preact-render-to-string" },
      { find: "react-dom", replacement: "preact/compat" },
      { find: "react/jsx-dev-runtime", replacement: "preact/jsx-runtime" },
      { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
      { find: "react", replacement: "preact/compat" },
      // Its CommonJS build would load React in spite of these aliases.
      {
        find: "@testing-library/react",
        replacement:
          "@testing-library/react/dist/@testing-library/react.esm.js",
      },
    ].map(({ find, replacement }) => ({
      find: new RegExp(`^${find}$`),
      replacement,
    }))
  : [];

export default defineConfig({
  define: {
    DEBUG: "false",
    REQUEST_EVENT: JSON.stringify("site-unit-request"),
    COMPARISON: JSON.stringify("#comparar"),
    TRACKED: "true",
    COUNTED: "false",
    QUESTIONS: "true",
    CONSENT: JSON.stringify(
      JSON.stringify({
        version: "1",
        trackers: {
          measurement: {
            provider: "google",
            id: "GTM-TEST123",
            src: "https://tags.example/gtm.js",
          },
          heat_map: {
            provider: "clarity",
            id: "abcde12345",
            src: "https://map.example/tag.js",
          },
          customer_relations: {
            provider: "hubspot",
            id: "12345678",
            src: "https://chat.example/1.js",
          },
        },
      }),
    ),
    LOADING_THROTTLE_MS: siteSetting("throttle_ms"),
    LOADING_DURATION_MS: siteSetting("duration_ms"),
    PREFETCH_IDLE_TIMEOUT_MS: siteSetting("prefetch_idle_timeout_ms"),
    RELOAD_GUARD_MS: siteSetting("reload_guard_ms"),
    HEADER_COMPACT_AFTER_PX: siteSetting("compact_after_px"),
    HEADER_LOGO_AFTER_PX: siteSetting("logo_after_px"),
  },
  resolve: { alias },
  test: {
    environment: "happy-dom",
    environmentOptions: {
      happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } },
    },
    // In the second tier, those that render components.
    include: isFirstTier
      ? ["src/**/*.test.{ts,tsx}", "tests/unit/**/*.test.ts"]
      : ["src/**/*.test.tsx"],
    setupFiles: ["tests/unit/setup.ts"],
    restoreMocks: true,
    // The files share one document and their modules, which halves the time: tests/unit/setup.ts cleans up after each test.
    isolate: false,
    // Its order of the files would be another one than that of a fresh clone.
    cache: false,
    // Long, for busy machines: a test that ends at its limit hangs.
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    server: { deps: { inline: [/@testing-library\/react/] } },
  },
});
