// The fixture for tests of the selector, the inventory and their stores: a page of units, and the answer of the data file.
import { afterEach, beforeEach, vi } from "vitest";
import { stores } from "../../src/stores/list-store.ts";
import type { Unit } from "../../src/types.ts";
import { mockDialogs } from "./dialog.ts";
import { addListPage } from "./list-page.ts";

/** Gives each test of the calling file new stores, working dialogs, and a network that never answers. */
export function resetEach(): void {
  beforeEach(() => {
    mockDialogs();
    addListPage();
    vi.stubGlobal("fetch", () => new Promise(() => {}));
  });
  afterEach(() => {
    stores.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    history.replaceState(null, "", "/");
  });
}

/** The content of the data file on the day after that of the page; `part` replaces fields. */
export function inventoryAnswer(
  units: readonly Unit[],
  part: object = {},
): object {
  return {
    version: 3,
    date: "2026-11-21",
    dateLabel: "21 de noviembre de 2026",
    units,
    ...part,
  };
}

/** Makes `fetch` answer with an inventory. */
export function serveInventory(units: readonly Unit[]): void {
  vi.stubGlobal(
    "fetch",
    async () => new Response(JSON.stringify(inventoryAnswer(units))),
  );
}
