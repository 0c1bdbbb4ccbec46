// What the generator writes before the script of /sw.js (generator/src/stages/render/worker_file.rs).

/** Differs between builds with a different worker or different settings. */
declare const VERSION: string;

/** What the worker shows in one language when there is no network. */
interface OfflinePage {
  /** Path prefix of the language, `/en` or empty; the longest prefix comes first. */
  prefix: string;
  lang: string;
  /** The path of the offline page. */
  page: string;
  /** The path of the home page. */
  home: string;
  /** The message for when the offline page is not cached. */
  text: string;
  home_label: string;
}

declare const SITE: { kill: boolean; offline: OfflinePage[]; assets: string[] };
