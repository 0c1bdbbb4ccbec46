// What the generator writes before the script of /sw.js (generator/src/prerender/worker.rs).

/** Changes with every build that changes the worker or its settings. */
declare const VERSION: string;

/** One language's way out when there is no network. */
interface OfflinePage {
  /** Path prefix of the language, `/en` or empty; the longest come first. */
  prefix: string;
  lang: string;
  /** The offline page's address. */
  page: string;
  /** The home page's address. */
  home: string;
  /** The last resort, when not even the offline page is stored. */
  text: string;
  home_label: string;
}

declare const SITE: { kill: boolean; offline: OfflinePage[]; assets: string[] };
