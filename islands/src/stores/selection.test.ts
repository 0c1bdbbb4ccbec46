import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  SELECTION_KEY,
  followSelection,
  readSelection,
  saveSelection,
  toggleUnit,
} from "./selection.ts";

describe("the selection", () => {
  beforeEach(() => localStorage.clear());

  it("is stored on the device", () => {
    toggleUnit("O-301", []);
    expect(readSelection()).toEqual(["O-301"]);
    toggleUnit("O-301", ["O-301"]);
    expect(readSelection()).toEqual([]);
  });

  it("keeps what another tab saved", () => {
    localStorage.setItem(SELECTION_KEY, '["L-101"]');
    toggleUnit("O-301", []);
    expect(readSelection()).toEqual(["L-101", "O-301"]);
  });

  it("is empty when the stored value is invalid", () => {
    const read = (stored: string): string[] => {
      localStorage.setItem(SELECTION_KEY, stored);
      return readSelection();
    };
    for (const stored of ["", "{", "null", '{"a":1}', "12", '"abc"'])
      expect(read(stored)).toEqual([]);
    expect(read('["A",1,null,"A","B"]')).toEqual(["A", "B"]);
  });

  it("is followed in this page and from other tabs, until it is stopped", () => {
    const show = vi.fn();
    localStorage.setItem(SELECTION_KEY, '["A"]');
    const stop = followSelection(show);
    expect(show).toHaveBeenLastCalledWith(["A"]);
    saveSelection(["A", "B"]);
    expect(show).toHaveBeenLastCalledWith(["A", "B"]);
    localStorage.setItem(SELECTION_KEY, '["C"]');
    for (const event of [
      new StorageEvent("storage"),
      new PageTransitionEvent("pageshow"),
    ]) {
      show.mockClear();
      dispatchEvent(event);
      expect(show).toHaveBeenLastCalledWith(["C"]);
    }
    stop();
    show.mockClear();
    saveSelection([]);
    expect(show).not.toHaveBeenCalled();
  });

  it("lasts until the page is closed when storage fails", () => {
    const refuse = (): never => {
      throw new DOMException("no storage", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    let shown: readonly string[] = [];
    const stop = followSelection((codes) => (shown = codes));
    toggleUnit("A", shown);
    toggleUnit("B", shown);
    expect(shown).toEqual(["A", "B"]);
    toggleUnit("A", shown);
    expect(shown).toEqual(["B"]);
    stop();
    vi.unstubAllGlobals();
  });
});
