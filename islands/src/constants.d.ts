// Constants of the scripts. Their values come from site.yaml (`behaviour`, `tracking`); the generator passes them to esbuild.

/** True in the debug bundle, which prints mismatches between the HTML and the first render. */
declare const DEBUG: boolean;
/** The event on the document that selects a unit in the form of the page; `detail.unit` is its code. */
declare const REQUEST_EVENT: string;
/** The end of an address of the inventory that opens the comparison of its units. */
declare const COMPARISON: string;
/** True when site.yaml configures a third-party script (S26). */
declare const TRACKED: boolean;
/** True when the lead function counts events (`counts` in site.yaml). */
declare const COUNTED: boolean;
/** True when `forms` in site.yaml adds questions to a form. */
declare const QUESTIONS: boolean;
/** The configured third-party scripts as JSON; defined for the consent script only. */
declare const CONSENT: string;
// The numbers of `behaviour`: the loading bar (S5b), prefetching (S5c), the reload guard (S5d), the header (S6).
declare const LOADING_THROTTLE_MS: number;
declare const LOADING_DURATION_MS: number;
declare const PREFETCH_IDLE_TIMEOUT_MS: number;
declare const RELOAD_GUARD_MS: number;
declare const HEADER_COMPACT_AFTER_PX: number;
declare const HEADER_LOGO_AFTER_PX: number;
