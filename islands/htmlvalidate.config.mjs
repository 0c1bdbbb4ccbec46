// The rules for every built page: those that html-validate recommends, except rules about spellings that HTML treats as
// equal, and two of the W3C's checker that html-validate lacks.
import { Rule } from "html-validate";

/** Attributes that HTML allows only with or without another one. */
class AttributeCombinations extends Rule {
  setup() {
    this.on("dom:ready", ({ document }) => {
      for (const label of document.querySelectorAll("label[aria-hidden]"))
        this.report(
          label,
          "aria-hidden is not allowed on a label: write it on the element around it",
        );
      for (const picture of document.querySelectorAll("[srcset]"))
        if (
          /\s\d+w/.test(picture.getAttributeValue("srcset") ?? "") &&
          !picture.hasAttribute("sizes")
        )
          this.report(picture, "srcset with widths needs sizes");
    });
  }
}

/** @type {import("html-validate").ConfigData} */
export default {
  root: true,
  extends: ["html-validate:recommended"],
  plugins: [
    { name: "w3c", rules: { "attribute-combinations": AttributeCombinations } },
  ],
  rules: {
    "attribute-combinations": "error",
    // Preact writes `<input/>`, `enterKeyHint` and a text box without `type="text"`.
    "void-style": "off",
    "attr-case": "off",
    "no-implicit-input-type": "off",
    "doctype-style": "off",
    // The generator leaves out quotes, empty values and end tags that HTML does not need.
    "attr-quotes": "off",
    "attribute-empty-style": "off",
    "no-implicit-close": "off",
    // The style sheet keeps the number in the header on one line; elsewhere it may wrap.
    "tel-non-breaking": "off",
    // A heading may begin with a number: "#1-quien-es". HTML only forbids spaces in an id.
    "valid-id": ["error", { relaxed: true }],
    // VoiceOver announces a list without markers only when its role is written.
    "no-redundant-role": "off",
    "prefer-native-element": ["error", { exclude: ["list"] }],
    // The filters of the inventory take effect immediately; their form has no submit button.
    "wcag/h32": "off",
    // The fieldset that disables the filters until the script is ready is not a group and needs no legend.
    "wcag/h71": "off",
    // `aria-label` names the groups of the drawer and of the inventory's tools, like a legend.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
};
