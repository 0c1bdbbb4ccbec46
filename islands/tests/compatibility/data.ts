// MDN's browser compatibility data, and the oldest browsers of `browsers.json` that the site supports.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type {
  CompatData,
  CompatStatement,
  Identifier,
} from "@mdn/browser-compat-data";

/** `complete`: the site works and looks as designed. `usable`: it can be read and used. */
export type Level = "complete" | "usable";
type Browser = "chrome" | "firefox" | "safari";

export const MINIMUM = JSON.parse(
  readFileSync(new URL("../../browsers.json", import.meta.url), "utf8"),
) as Record<Level, Record<Browser, number>>;

export const data = createRequire(import.meta.url)(
  "@mdn/browser-compat-data",
) as CompatData;

/** A feature of the data, or what describes it. */
export type Feature = Identifier | undefined;

/** What a file uses that a browser of a level does not support. */
export interface Gap {
  level: Level;
  /** As in the data: "css.properties.content.alt_text". */
  feature: string;
  /** The part of the file that uses it. */
  where: string;
}

/** The levels with a browser that lacks a feature; none for what the data does not describe. */
export function lackingLevels(feature: Feature): Level[] {
  const statement = feature?.__compat;
  if (!statement) return [];
  return (["complete", "usable"] as const).filter((level) => {
    const browsers = Object.entries(MINIMUM[level]) as [Browser, number][];
    return !browsers.every(([name, version]) =>
      supports(statement, name, version),
    );
  });
}

/** An iPhone has the version number of Safari, but lacks a few of its features. */
const SUPPORT_OF = {
  chrome: ["chrome"],
  firefox: ["firefox"],
  safari: ["safari", "safari_ios"],
} as const;

function supports(
  { support }: CompatStatement,
  browser: Browser,
  version: number,
): boolean {
  return SUPPORT_OF[browser].every((name) =>
    [support[name] ?? []]
      .flat()
      .some(
        ({
          version_added: added,
          version_removed: removed,
          flags,
          prefix,
          alternative_name: other,
        }) =>
          !flags &&
          !prefix &&
          !other &&
          numberOf(added) <= version &&
          !(numberOf(removed) <= version),
      ),
  );
}

/** The number of a version such as "≤79" or "17.4"; infinite for one that does not exist. */
function numberOf(version: string | boolean | null | undefined): number {
  return typeof version === "string"
    ? Number.parseFloat(version.replace("≤", "")) || Infinity
    : Infinity;
}
