// All states of the islands for the gallery of the development server. Not part of any page.
import type { IslandProps } from "../src/island.tsx";
import type { IslandName } from "../src/registry.ts";
import type { Unit } from "../src/types.ts";
import { formStates } from "./forms.ts";
import {
  manyUnits,
  sampleProps,
  strangeUnits,
  units,
  type Lang,
} from "./sample.ts";

/** One state of an island. */
export interface GalleryState {
  /** The value of `state` in the URL: `?state=inventory-5000-es`. */
  name: string;
  island: IslandName;
  props(): IslandProps;
}

/** URLs of data files for the gallery: an empty answer, one that never arrives, and one that is not JSON. */
export const DATA = {
  quiet: "/gallery/quiet.json",
  never: "/gallery/never.json",
  broken: "/gallery/broken.json",
};

const LISTS: Record<string, { list?: () => Unit[]; dataUrl?: string }> = {
  "69": {},
  empty: { list: () => [] },
  "5000": { list: () => manyUnits(5000) },
  "long-names": { list: () => strangeUnits },
  loading: { dataUrl: DATA.never },
  error: { dataUrl: DATA.broken },
};

const LANGUAGES: readonly Lang[] = ["es", "en"];

const lists: GalleryState[] = (["selector", "inventory"] as const).flatMap(
  (island) =>
    Object.entries(LISTS).flatMap(([title, { list, dataUrl = DATA.quiet }]) =>
      LANGUAGES.map((lang) => ({
        name: `${island}-${title}-${lang}`,
        island,
        props: () => ({ ...sampleProps(lang, list?.() ?? units), dataUrl }),
      })),
    ),
);

const forms: GalleryState[] = LANGUAGES.flatMap((lang) =>
  Object.entries(formStates(lang)).map(([title, props]) => ({
    name: `form-${title.replace(/\W+/g, "-")}-${lang}`,
    island: "form",
    props: () => props,
  })),
);

export const states = [...lists, ...forms];
