import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  FAVOURITES_KEY,
  readFavourites,
  toggleFavourite,
} from "./favourites.ts";

describe("favourites", () => {
  beforeEach(() => localStorage.clear());

  it("are stored on the device", () => {
    expect(toggleFavourite([], "O-301")).toEqual(["O-301"]);
    expect(readFavourites()).toEqual(["O-301"]);
    expect(toggleFavourite(["O-301"], "O-301")).toEqual([]);
    expect(readFavourites()).toEqual([]);
  });

  it("keep what another tab marked", () => {
    localStorage.setItem(FAVOURITES_KEY, '["L-101"]');
    expect(toggleFavourite([], "O-301")).toEqual(["L-101", "O-301"]);
  });

  it("are empty when the stored value is invalid", () => {
    const read = (stored: string): string[] => {
      localStorage.setItem(FAVOURITES_KEY, stored);
      return readFavourites();
    };
    for (const stored of ["", "{", "null", '{"a":1}', "12"])
      expect(read(stored)).toEqual([]);
    expect(read('["A",1,null,"A","B"]')).toEqual(["A", "B"]);
  });

  it("last until the page is closed when storage fails", () => {
    const refuse = (): never => {
      throw new DOMException("no storage", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    expect(toggleFavourite(["A"], "B")).toEqual(["A", "B"]);
    expect(toggleFavourite(["A", "B"], "A")).toEqual(["B"]);
    vi.unstubAllGlobals();
  });
});
