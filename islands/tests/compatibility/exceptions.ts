// What the oldest browsers lack and may lack, with the reason: by feature, or by the beginning of its name.

/** Features without which a page is complete. */
export const ENHANCEMENTS: Record<string, string> = {
  "css.at-rules.page": "iPhones print with their own margins",
  "css.properties.break-after.avoid":
    "Firefox may end a printed page below a heading",
  "css.properties.contain-intrinsic-block-size": "only with content-visibility",
  "css.properties.content-visibility": "renders long tables sooner",
  "css.properties.cursor": "iPhones have no pointer",
  "css.properties.field-sizing": "a text box that does not grow scrolls",
  "css.properties.forced-color-adjust": "Safari has no forced colours",
  "css.properties.overflow-clip-margin": "only with content-visibility",
  "css.properties.resize": "iPhones have no pointer",
  "css.properties.text-wrap": "lines end elsewhere",
  "css.properties.view-transition-name": "pages change without a transition",
  "css.selectors.details-content": "folded text is not printed",
  "css.selectors.selection": "iPhones select with their own colours",
  "css.selectors.view-transition-new": "pages change without a transition",
  "css.selectors.view-transition-old": "pages change without a transition",
  "css.at-rules.view-transition": "pages change without a transition",
  "css.at-rules.media.scripting":
    "without script, Chromium before 120 shows filters that are disabled",
  "script.doNotTrack": "read only where it exists: a wish for privacy",
  "script.effectiveType": "read only where it exists: a slow connection",
  "script.globalPrivacyControl":
    "read only where it exists: a wish for privacy",
  "script.interactionCount":
    "read only where it exists: otherwise those that were measured are counted",
  "script.moveBefore": "preact tests for it",
  "script.prerendering":
    "read only where it exists: a page that nobody sees yet",
  "script.requestIdleCallback":
    "tested for: otherwise the work is done at once",
  "script.saveData": "read only where it exists: a wish for fewer bytes",
  "script.createPolicy": "made only where Trusted Types exist",
  "script.createScriptURL": "made only where Trusted Types exist",
  "script.share": "tested for: otherwise the link is copied",
};

/** Features without which a page is usable. */
export const LOSSES: Record<string, string> = {
  "css.properties.grid-template-columns.subgrid":
    "columns of neighbouring parts are not aligned",
  "css.selectors.autofill":
    "a field that the browser filled in has the browser's colour",
};

/** Names of our own properties and of libraries', which are also those of interfaces that some browsers lack. */
export const OWN_NAMES = [
  "available",
  "level",
  "locale",
  "number",
  "path",
  "percent",
  "phone",
  "unit",
  "use",
];
