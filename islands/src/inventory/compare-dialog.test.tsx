// The comparison: the saved units or those of a list that was sent, and the dialog with them.
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { LANGS, showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import { sampleProps } from "../../gallery/sample.ts";
import { openComparison } from "../list/compare.ts";
import { readSelection, saveSelection } from "../stores/selection.ts";
import Inventory from "./index.tsx";

resetEach();

describe.each(LANGS)("the comparison in %s", (lang) => {
  const save = { es: "Guardar", en: "Save" }[lang];
  const show = (address = "/inventario") => {
    history.replaceState(null, "", address);
    return showIsland(Inventory, sampleProps(lang));
  };

  it("compares the saved units side by side", async () => {
    show();
    await waitFor(() =>
      expect(document.querySelector("thead button")).toBeEnabled(),
    );
    const user = userEvent.setup();
    const codes = ["L-101", "L-102", "O-301", "O-302", "O-303"];
    for (const code of codes)
      await user.click(screen.getByLabelText(`${save} ${code}`));
    for (const leave of [
      () => history.back(),
      () => document.querySelector("dialog")!.close(),
    ]) {
      act(() => openComparison());
      await screen.findByRole("dialog");
      expect(location.hash).toBe("#comparar");
      leave();
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(location.hash).toBe(""));
    }
    act(() => openComparison());
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getAllByRole("columnheader")).toHaveLength(6);
    const rate = { es: "MXN por m² interior", en: "MXN per interior m²" };
    expect(dialog).toHaveTextContent(`${rate[lang]}$94,007`);
    await user.click(within(dialog).getByRole("button", { name: /L-102/ }));
    expect(within(dialog).getAllByRole("columnheader")).toHaveLength(5);
    expect(readSelection()).not.toContain("L-102");
    // The button disappeared with its column: the focus must stay in the dialog.
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    for (const code of [/L-101/, /O-301/, /O-302/, /O-303/])
      await user.click(within(dialog).getByRole("button", { name: code }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(readSelection()).toEqual([]);
  });

  it("opens from a link of an earlier version, and leaves the visitor's own selection alone", async () => {
    saveSelection(["O-303"]);
    show("/inventario?comparar=x,l-101,O-301#comparar");
    const dialog = await screen.findByRole("dialog");
    const heads = within(dialog).getAllByRole("columnheader");
    expect(heads.slice(1).map((head) => head.textContent)).toEqual([
      "L-101",
      "O-301",
    ]);
    expect(within(dialog).queryByRole("button", { name: /L-101/ })).toBeNull();
    expect(readSelection()).toEqual(["O-303"]);
  });

  it("prints once when it was opened for that", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    saveSelection(["O-303"]);
    show();
    act(() => openComparison(true));
    await screen.findByRole("dialog");
    expect(print).toHaveBeenCalledOnce();
    expect(history.state).toEqual({ unit: 1 });
    vi.unstubAllGlobals();
  });
});
