// Every state of the islands that a developer wants to look at, as data. Never part of a page: the
// dev server's gallery and the browser tests read it.
import type { IslandProps } from "../island.tsx";
import type { IslandName } from "../registry.ts";
import type { Unit } from "../stores/unit.ts";
import { formStates } from "./forms.ts";
import { manyUnits, sampleProps, strangeUnits, units, type Lang } from "./sample.ts";

export interface GalleryState {
  /** In the address: `?state=inventory-5000-es`. */
  name: string;
  island: IslandName;
  props(): IslandProps;
}

/** Data files that behave on purpose: one says nothing new, one never answers, one is not JSON. */
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

const lists: GalleryState[] = (["selector", "inventory"] as const).flatMap((island) =>
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
