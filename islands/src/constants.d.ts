// Constants of the scripts. Their values come from site.yaml (`behaviour`, `tracking`); the generator passes them to esbuild.

/** True in the debug bundle, which prints mismatches between the HTML and the first render. */
declare const DEBUG: boolean;
/** The event on the document that selects a unit in the form of the page; `detail.unit` is its code. */
declare const REQUEST_EVENT: string;
/** The end of an address of the inventory that opens the comparison of its units. */
declare const COMPARISON: string;
/** True when site.yaml configures a third-party script (S26). */
declare const TRACKED: boolean;
/** The configured third-party scripts as JSON; defined for the consent script only. */
declare const CONSENT: string;
/** The loading bar shows only when the next page takes longer than this (S5b). */
declare const LOADING_THROTTLE_MS: number;
/** How long the loading bar shows (S5b). */
declare const LOADING_DURATION_MS: number;
/** Maximum time that prefetching waits for an idle browser (S5c). */
declare const PREFETCH_IDLE_TIMEOUT_MS: number;
/** Minimum time between two reloads after a script failed to load (S5d). */
declare const RELOAD_GUARD_MS: number;
/** Scroll position at which the header becomes compact (S6). */
declare const HEADER_COMPACT_AFTER_PX: number;
/** Scroll position at which the logo changes (S6). */
declare const HEADER_LOGO_AFTER_PX: number;
