// The rules for scripts and their tests. Formatting is prettier's, unused names are TypeScript's.
import hooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import typescript from "typescript-eslint";

export default defineConfig(
  { ignores: ["src/types.ts"] },
  typescript.configs.recommended,
  // In tests of the browser, `use` is the word of Playwright's fixtures.
  {
    ...hooks.configs.flat["recommended-latest"],
    files: ["src/**", "gallery/**", "tests/unit/**"],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: "Render elements.",
        },
      ],
      // With it the islands of a page would be twice as large: browsers translate with src/strings.tsx.
      "no-restricted-imports": ["error", "i18next"],
      "@typescript-eslint/consistent-type-imports": "error",
      // tsc reports them (noUnusedLocals, noUnusedParameters).
      "@typescript-eslint/no-unused-vars": "off",
      // What a check before it, or the page, makes sure of.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    files: ["src/prerender/**"],
    rules: { "no-restricted-imports": "off" },
  },
);
