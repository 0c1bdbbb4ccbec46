// The inventory when something fails in the browser, and when the focused element disappears.
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach } from "../../tests/unit/unit-islands.ts";
import { manyUnits, sampleProps, type Lang } from "../../gallery/sample.ts";
import { openComparison } from "../list/compare.ts";
import { saveSelection } from "../stores/selection.ts";
import Inventory from "./index.tsx";

vi.mock("./extras.ts", () => {
  throw new Error("no such file any more");
});

resetEach();

const show = async (lang: Lang, more: object = {}) => {
  showIsland(Inventory, { ...sampleProps(lang), ...more });
  await waitFor(() =>
    expect(document.querySelector("thead button")).toBeEnabled(),
  );
  return userEvent.setup();
};
const notice = () => document.querySelector(".inventory-notice");

it.each([
  ["es", "No se pudo cargar"],
  ["en", "It could not be loaded"],
] as const)(
  "shows a message when a lazy part fails to load, %s",
  async (lang, message) => {
    saveSelection(["L-101"]);
    await show(lang);
    expect(notice()).toBeEmptyDOMElement();
    act(() => openComparison());
    await waitFor(() => expect(notice()).toHaveTextContent(message));
  },
);

it("still filters when the browser refuses to change the URL", async () => {
  const user = await show("es");
  vi.spyOn(history, "replaceState").mockImplementation(() => {
    throw new DOMException(
      "more than 100 times per 30 seconds",
      "SecurityError",
    );
  });
  await user.type(screen.getByLabelText("Área mín. (m²)"), "999");
  expect(screen.getByText("No hay datos")).toBeVisible();
});

it("focuses the first added row when the button disappears", async () => {
  const user = await show("es", { units: manyUnits(250) });
  await user.click(screen.getByRole("button", { name: "Mostrar 100 más" }));
  expect(screen.getByRole("button", { name: "Mostrar 50 más" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Mostrar 50 más" }));
  const links = document.querySelectorAll("tbody th a");
  expect(links).toHaveLength(250);
  await waitFor(() => expect(links[200]).toHaveFocus());
});
