// What every built page is held to: all that html-validate recommends, but what HTML reads alike.
/** @type {import("html-validate").ConfigData} */
export default {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Preact writes `<input/>`, `enterKeyHint` and a text box without `type="text"`.
    "void-style": "off",
    "attr-case": "off",
    "no-implicit-input-type": "off",
    "doctype-style": "off",
    // Style sheets keep the header's number on one line; elsewhere it may wrap like any text.
    "tel-non-breaking": "off",
    // A heading that begins with its number: "#1-quien-es". HTML asks only that an id has no space.
    "valid-id": ["error", { relaxed: true }],
    // The inventory's filters act as they change; their form is never sent.
    "wcag/h32": "off",
    // The fieldset that keeps the filters still until they can act is no group of its own.
    "wcag/h71": "off",
    // ARIA names the groups of the drawer and of the inventory's tools, as a legend would.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
};
