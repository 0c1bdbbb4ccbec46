// The only list of islands. A template that names another one is a build error, and the loader
// refuses any name that is not a key here.
//
// `islands` says where the code is (each module's default export is the component), `strings`
// which groups of content/<lang>/strings.json travel to the page with that island. They are two
// objects so that the second one, read at build time only, never ships to a browser.
import type { ComponentType } from "react";

/** What a module of an island exports. Its own props extend `IslandProps` (src/island.tsx). */
export interface IslandModule {
  // Each island reads its own props; the generator is the one that builds them.
  default: ComponentType<any>;
}

export const islands = {
  inventory: (): Promise<IslandModule> => import("./inventory/index.tsx"),
  selector: (): Promise<IslandModule> => import("./selector/index.tsx"),
  form: (): Promise<IslandModule> => import("./forms/index.tsx"),
};

/** A name that a template may give to `island(...)`. */
export type IslandName = keyof typeof islands;

/** Top-level groups of the strings each island needs; the fewer, the smaller the page. */
export const strings: Record<IslandName, readonly string[]> = {
  inventory: ["inventory", "selector", "unit", "status", "level", "use", "price", "actions"],
  selector: ["selector", "unit", "status", "level", "use", "price", "actions"],
  form: ["form", "validation"],
};
