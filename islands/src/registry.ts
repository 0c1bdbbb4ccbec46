// The only list of islands: `islands` imports the code of each, `strings` lists the groups of content/<lang>/strings.json that
// a page includes for it. They are two objects because `strings` must not be sent to browsers.
import type { FunctionComponent } from "react";

/** What the module of an island exports: a component, each with props of its own that extend `IslandProps`. */
export interface IslandModule {
  default: FunctionComponent<never>;
}

export const islands = {
  inventory: (): Promise<IslandModule> => import("./inventory/index.tsx"),
  selector: (): Promise<IslandModule> => import("./selector/index.tsx"),
  form: (): Promise<IslandModule> => import("./forms/index.tsx"),
};

/** A name that templates may pass to `island(...)`. */
export type IslandName = keyof typeof islands;

/** The top-level groups of strings that each island needs. Every group adds to the size of the page. */
export const strings: Record<IslandName, readonly string[]> = {
  inventory: [
    "inventory",
    "selector",
    "unit",
    "status",
    "level",
    "use",
    "price",
    "actions",
  ],
  selector: ["selector", "unit", "status", "level", "use", "price", "actions"],
  form: ["form", "validation"],
};
