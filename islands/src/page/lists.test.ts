import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SELECTION_KEY } from "../stores/selection.ts";
import { loadLists } from "./lists.ts";
import { storeTracking } from "./tracking.ts";

// The script that is loaded says so.
const SCRIPT = "data:text/javascript,globalThis.listsLoaded()";
const loaded = vi.fn();

beforeEach(() => {
  vi.stubGlobal("listsLoaded", loaded);
  document.body.dataset.lists = SCRIPT;
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.body.dataset.lists;
});

it("loads the script of lists for whoever saved units or came with a broker's link", async () => {
  const isLoaded = (part: string): Promise<void> => {
    loaded.mockClear();
    document.body.dataset.lists = `${SCRIPT}//${part}`;
    loadLists();
    return vi.waitFor(() => expect(loaded).toHaveBeenCalled());
  };
  loadLists();
  localStorage.setItem(SELECTION_KEY, '["O-305"]');
  await isLoaded("saved");
  localStorage.clear();
  storeTracking("?asesor=ANA");
  await isLoaded("broker");
});
