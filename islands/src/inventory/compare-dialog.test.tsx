// The comparison: what is marked in the table, and the dialog with it.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { LANGS, showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import { sampleProps } from "../../gallery/sample.ts";
import Inventory from "./index.tsx";

resetEach();

describe.each(LANGS)("the comparison in %s", (lang) => {
  const mark = { es: "Comparar la unidad", en: "Compare unit" }[lang];
  const show = (address = "/inventario") => {
    history.replaceState(null, "", address);
    return showIsland(Inventory, sampleProps(lang));
  };

  it("compares up to four units side by side", async () => {
    show();
    await waitFor(() =>
      expect(document.querySelector("thead button")).toBeEnabled(),
    );
    const user = userEvent.setup();
    for (const code of ["L-101", "L-102", "O-301", "O-302", "O-303"]) {
      await user.click(screen.getByLabelText(`${mark} ${code}`));
    }
    expect(location.search).toBe("?comparar=L-101,L-102,O-301,O-302");
    expect(screen.getAllByRole("status")[1]).not.toBeEmptyDOMElement();
    const open = () =>
      user.click(
        document.querySelector<HTMLElement>(".inventory-tools button")!,
      );
    for (const leave of [
      () => history.back(),
      () => document.querySelector("dialog")!.close(),
    ]) {
      await open();
      await screen.findByRole("dialog");
      expect(location.hash).toBe("#comparar");
      await leave();
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(location.hash).toBe(""));
      expect(location.search).toBe("?comparar=L-101,L-102,O-301,O-302");
    }
    await open();
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getAllByRole("columnheader")).toHaveLength(5);
    const rate = { es: "MXN por m² interior", en: "MXN per interior m²" };
    expect(dialog).toHaveTextContent(`${rate[lang]}$94,007`);
    await user.click(within(dialog).getByRole("button", { name: /L-102/ }));
    expect(within(dialog).getAllByRole("columnheader")).toHaveLength(4);
    expect(location.search).toBe("?comparar=L-101,O-301,O-302");
    // The button disappeared with its column: the focus must stay in the dialog.
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    for (const code of [/L-101/, /O-301/, /O-302/]) {
      await user.click(within(dialog).getByRole("button", { name: code }));
    }
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(location.search).toBe("");
  });

  it("does not count unknown codes of a shared URL as compared units", async () => {
    show("/inventario?comparar=x,y,z,L-101");
    const user = userEvent.setup();
    for (const code of ["L-102", "O-301", "O-302"]) {
      await user.click(screen.getByLabelText(`${mark} ${code}`));
    }
    expect(location.search).toBe("?comparar=L-101,L-102,O-301,O-302");
  });
});
