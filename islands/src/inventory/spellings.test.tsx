// Codes that are no addresses: visitors read what people write, links and what forms send have the address.
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { formProps } from "../../gallery/forms.ts";
import { sampleProps } from "../../gallery/sample.ts";
import { showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import LeadForm from "../forms/index.tsx";
import { offerLine } from "../list/offer.ts";
import UnitDialog from "../selector/unit-dialog.tsx";
import type { Unit } from "../types.ts";
import Inventory from "./index.tsx";

resetEach();

const ADDRESS = "N1-04-A";
const LABEL = "N1-04/A";
const { units: all, ...props } = sampleProps("es");
const unit: Unit = {
  ...all.find(({ status }) => status === "disponible")!,
  code: ADDRESS,
  label: LABEL,
};
const island = { ...props, units: [unit, ...all.slice(1, 3)] };

describe("a unit whose code is not an address", () => {
  it("has its code in the table, and its address in the link", () => {
    history.replaceState(null, "", "/inventario");
    showIsland(Inventory, island);
    const link = screen.getByRole("link", { name: LABEL });
    expect(link.getAttribute("href")).toMatch(new RegExp(`/${ADDRESS}$`));
    expect(document.body.textContent).not.toContain(ADDRESS);
  });

  it("has its code in the comparison", async () => {
    history.replaceState(null, "", `/inventario?comparar=${ADDRESS}#comparar`);
    showIsland(Inventory, island);
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(LABEL);
    expect(dialog).not.toHaveTextContent(ADDRESS);
  });

  it("has its code in the dialog and in the message, and its address in the link to the form", () => {
    showIsland(UnitDialog, {
      ...island,
      island,
      unit,
      among: [unit],
      onStep: () => undefined,
      onClose: () => undefined,
    } as never);
    const dialog = screen.getByRole("dialog");
    expect(dialog).toHaveTextContent(LABEL);
    expect(dialog).not.toHaveTextContent(ADDRESS);
    const links = [...dialog.querySelectorAll("a")].map(
      ({ href }) => new URL(href),
    );
    const chat = links.find(({ hostname }) => hostname === "wa.me")!;
    expect(chat.searchParams.get("text")).toContain(LABEL);
    const request = links.find(({ searchParams }) =>
      searchParams.has("unidad"),
    )!;
    expect(request.searchParams.get("unidad")).toBe(ADDRESS);
  });

  it("has its code in the offer to a client", () => {
    expect(offerLine(unit, {})).toMatch(new RegExp(`^${LABEL} `));
  });

  it("has its code in the text of the form, which sends the address", () => {
    showIsland(LeadForm, {
      ...formProps("unit", "es"),
      unit: ADDRESS,
      unitLabels: { [ADDRESS]: LABEL },
    });
    const form = screen.getByRole<HTMLFormElement>("form");
    expect(form).toHaveTextContent(LABEL);
    expect(form).not.toHaveTextContent(ADDRESS);
    expect(new FormData(form).get("unit")).toBe(ADDRESS);
  });

  it("has its code in a form that the link of a list opens", () => {
    history.replaceState(null, "", `/contacto?unidades=${ADDRESS},O-305`);
    showIsland(LeadForm, {
      ...formProps("contact", "es"),
      unitLabels: { [ADDRESS]: LABEL },
    });
    expect(screen.getByRole("form")).toHaveTextContent(`${LABEL}, O-305`);
  });
});
