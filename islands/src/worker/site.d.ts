// What the generator writes before the script of /sw.js (generator/src/stages/render/browser_files.rs).

/** What the worker shows in one language when there is no network. */
interface OfflinePage {
  /** Path prefix of the language, `/en` or empty; the longest prefix comes first. */
  prefix: string;
  page: string;
  /** The page as HTML for when the offline page is not cached. */
  last_resort: string;
}

declare const SITE: { kill: boolean; offline: OfflinePage[]; assets: string[] };
