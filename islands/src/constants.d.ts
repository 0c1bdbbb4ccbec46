// Constants of the scripts. Their values stand in site.yaml (`behaviour`, `tracking`); the generator hands them to esbuild.

/** True in the bundle for tests: mismatches between HTML and first render are printed. */
declare const DEBUG: boolean;
/** True where site.yaml configures a third party (S26). */
declare const TRACKED: boolean;
/** Which ones, as JSON; in the consent script alone. */
declare const CONSENT: string;
/** A page that arrives sooner shows no loading bar (S5b). */
declare const LOADING_THROTTLE_MS: number;
/** How long the loading bar runs (S5b). */
declare const LOADING_DURATION_MS: number;
/** How long the browser may put off prefetching (S5c). */
declare const PREFETCH_IDLE_TIMEOUT_MS: number;
/** Least time between two reloads after a script failed to load (S5d). */
declare const RELOAD_GUARD_MS: number;
/** How long a store shows at least that it is loading (S20). */
declare const FETCH_MINIMUM_DELAY_MS: number;
/** Scroll position at which the header becomes compact (S6). */
declare const HEADER_COMPACT_AFTER_PX: number;
/** Scroll position at which the logo changes (S6). */
declare const HEADER_LOGO_AFTER_PX: number;
