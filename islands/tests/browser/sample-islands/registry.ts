// Islands for the tests of the loader; all but the counter fail in one way.
import type { IslandModule } from "../../../src/registry.ts";

export const islands = {
  counter: (): Promise<IslandModule> => import("./counter.tsx"),
  throws: (): Promise<IslandModule> => import("./throws.tsx"),
  breaks: (): Promise<IslandModule> => import("./breaks.tsx"),
  differs: (): Promise<IslandModule> => import("./differs.tsx"),
};

export type IslandName = keyof typeof islands;
export type { IslandModule };

export const strings: Record<IslandName, readonly string[]> = {
  counter: ["counter"],
  throws: [],
  breaks: [],
  differs: [],
};
