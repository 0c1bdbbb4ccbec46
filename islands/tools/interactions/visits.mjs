// The visits: what a visitor does on each page with a phone. The steps run in order and are measured separately.

const tap =
  (selector, nth = 0) =>
  (page) =>
    page.locator(selector).nth(nth).tap();
/** Taps what is far down the page: scrolling there comes before and is not measured. */
const farTap = (selector) => ({
  before: (page) => page.locator(selector).scrollIntoViewIfNeeded(),
  act: tap(selector),
});
const seen = (selector) => (page) =>
  page.locator(selector).filter({ visible: true }).first().waitFor();
const press = (key) => (page) => page.keyboard.press(key);

/** Types into a field that already has the focus, so that only the keys are measured. */
const type = (selector, text) => ({
  before: (page) => page.locator(selector).first().focus(),
  act: (page) => page.keyboard.type(text, { delay: 60 }),
});
/** Selects in a native list with the keyboard, because phones show the list outside the page. */
const pick = (selector) => ({
  before: (page) => page.locator(selector).first().focus(),
  act: press("ArrowDown"),
});

const MENU = [
  ["open the menu", { act: tap("header .drawer > summary") }],
  ["close the menu", { act: tap("header .drawer > summary") }],
];

/** Focuses the tab stop of the first visible plan. */
const firstUnit = (page) =>
  page.locator("svg.plan a[tabindex='0']:visible").first().focus();

const SELECTOR = [
  ["choose another level", { act: tap(".selector-levels label", 2) }],
  ["choose a level back", { act: tap(".selector-levels label", 0) }],
  [
    "open a unit, the dialog not yet loaded",
    { act: tap(".selector-list:visible a"), after: seen("dialog[open]") },
  ],
  ["close its dialog", { act: tap(".dialog-close") }],
  [
    "open a unit again",
    { act: tap(".selector-list:visible a", 1), after: seen("dialog[open]") },
  ],
  ["close by Escape", { act: press("Escape") }],
  ["move through the plan", { before: firstUnit, act: press("ArrowRight") }],
  ["move on", { act: press("ArrowRight") }],
  [
    "open from the plan by key",
    { act: press("Enter"), after: seen("dialog[open]") },
  ],
  ["close and return to the plan", { act: press("Escape") }],
];

const form = ({ space }) => [
  ["send an empty form", { act: tap(".form-submit") }],
  ["type a name", type("[name=name]", "Ana")],
  ["type a phone number", type("[name=phone]", "984x")],
  ["type an e-mail address", type("[name=email]", "ana@")],
  ...(space
    ? [["choose a space", { act: tap(".form-fields .is-space label") }]]
    : []),
  ["choose an identity", { act: tap(".form-fields .is-identity label", 1) }],
  ...(space ? [["type a message", type("[name=message]", "Hola")]] : []),
  ["send wrong input", { act: tap(".form-submit") }],
];

const FILTERS = [
  ["unfold the filters", { act: tap(".inventory-fold summary") }],
  ["only free units", { act: tap(".inventory-check", 0) }],
  ["all units again", { act: tap(".inventory-check", 0) }],
];

const SORT = ["sort by price", pick(".inventory-sort select")];

/** `site`: "plain" (the default) is the site itself; "many" has 1,000 units; "tracked" asks for consent. The last two are one site. */
export const VISITS = [
  { path: "/", steps: [...MENU, ...SELECTOR, ...form({ space: true })] },
  {
    path: "/inventario",
    steps: [
      ...FILTERS,
      SORT,
      ["sort the other way", SORT[1]],
      ["pick a use", pick(".inventory-picks select")],
      [
        "type a smallest area",
        type(".inventory-picks label:nth-last-child(4) input", "60"),
      ],
      ["clear the filters", { act: tap(".inventory-clear") }],
      ["save a unit", { act: tap("button.save") }],
      [
        "open the comparison",
        {
          act: tap("selection-bar [data-compare]"),
          after: seen("dialog[open]"),
        },
      ],
      ["close the comparison", { act: tap(".dialog-close") }],
      [
        "show the plans",
        { act: tap(".inventory-views label", 1), after: seen("svg.plan") },
      ],
      ["move through a plan", { before: firstUnit, act: press("ArrowRight") }],
      ["only free units, on the plans", { act: tap(".inventory-check", 0) }],
      [
        "open a unit of the plan",
        { act: press("Enter"), before: firstUnit, after: seen("dialog[open]") },
      ],
      ["close its dialog", { act: press("Escape") }],
      ["back to the list", { act: tap(".inventory-views label", 0) }],
    ],
  },
  {
    path: "/inventario",
    site: "many",
    steps: [
      ...FILTERS,
      SORT,
      [
        "type a smallest area",
        type(".inventory-picks label:nth-last-child(4) input", "60"),
      ],
      ["show all cards", farTap(".inventory-also")],
      ["show more", farTap(".inventory-more")],
    ],
  },
  { path: "/contacto", steps: [...MENU, ...form({ space: true })] },
  { path: "/brochure", steps: form({ space: false }) },
  {
    path: "/inventario/O-301",
    steps: [
      [
        "unfold a plan of payments",
        { act: tap("#pagos details:not([open]) summary") },
      ],
      ...form({ space: false }),
    ],
  },
  {
    path: "/inversionistas",
    steps: [
      ["pick a unit of the estimate", pick("#estimate-unit")],
      ["type a rent", type("[name=rent]", "350.5")],
      ["type an occupancy", type("[name=occupancy]", "80")],
      ["count the tax", { act: tap("label[for=estimate-vat]") }],
      ["clear the estimate", { act: tap(".estimate-form [type=reset]") }],
      ["open a question", { act: tap(".faq details:not([open]) summary") }],
      [
        "open another question",
        { act: tap(".faq details:not([open]) summary", 1) },
      ],
    ],
  },
  {
    path: "/avance-de-obra",
    steps: [
      ["choose a month", { act: tap(".months a", 20) }],
      ["choose another month", { act: tap(".months a", 3) }],
    ],
  },
  {
    path: "/contacto",
    site: "tracked",
    steps: [
      ["choose what may be loaded", { act: tap(".consent-actions button", 2) }],
      ["check a purpose", { act: tap(".consent-purpose", 0) }],
      ["save the choice", { act: tap(".consent-actions button", 2) }],
      [
        "open the preferences again",
        { act: tap("footer a[data-consent]"), after: seen("section.consent") },
      ],
      ["decline all", { act: tap(".consent-actions button", 1) }],
    ],
  },
];
