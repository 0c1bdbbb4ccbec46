// The inventory where the browser refuses something, and where what had the focus goes away.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lendDialogs } from "../../tests/unit/dialog.ts";
import { showIsland } from "../../tests/unit/island-harness.tsx";
import { manyUnits, sampleProps, type Lang } from "../gallery/sample.ts";
import { forgetPropertyStores } from "../stores/property.ts";
import Inventory from "./index.tsx";

vi.mock("./compare-dialog.tsx", () => {
  throw new Error("no such file any more");
});
vi.mock("./export.ts", () => {
  throw new Error("no such file any more");
});

beforeEach(() => {
  lendDialogs();
  localStorage.clear();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});

afterEach(() => {
  forgetPropertyStores();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

const show = async (lang: Lang, more: object = {}) => {
  showIsland(Inventory, { ...sampleProps(lang), ...more });
  await waitFor(() => expect(document.querySelector("thead button")).toBeEnabled());
  return userEvent.setup();
};
const notice = () => document.querySelector(".inventory-notice");

it.each([
  ["es", "Descargar CSV", "Comparar la unidad L-101", "Comparar 1 unidad", "No se pudo cargar"],
  ["en", "Download CSV", "Compare unit L-101", "Compare 1 unit", "It could not be loaded"],
] as const)("says so when a part of it does not arrive, %s", async (lang, csv, mark, open, said) => {
  const user = await show(lang);
  await user.click(screen.getByRole("button", { name: csv }));
  await waitFor(() => expect(notice()).toHaveTextContent(said));
  await user.click(screen.getByRole("button", { name: mark }));
  expect(notice()).toBeEmptyDOMElement();
  await user.click(screen.getByRole("button", { name: open }));
  await waitFor(() => expect(notice()).toHaveTextContent(said));
});

it("filters on when the browser takes no more addresses", async () => {
  const user = await show("es");
  vi.spyOn(history, "replaceState").mockImplementation(() => {
    throw new DOMException("more than 100 times per 30 seconds", "SecurityError");
  });
  await user.type(screen.getByLabelText("Área mín. (m²)"), "999");
  expect(screen.getByText("No hay datos")).toBeVisible();
});

it("leaves the focus among the tools when the comparison is emptied", async () => {
  const user = await show("es");
  await user.click(screen.getByRole("button", { name: "Comparar la unidad L-101" }));
  await user.click(screen.getByRole("button", { name: "Vaciar la comparación" }));
  expect(screen.getByRole("button", { name: "Compartir esta vista" })).toHaveFocus();
});

it("takes the focus to the first of the last rows, where the button goes away", async () => {
  const user = await show("es", { units: manyUnits(250) });
  await user.click(screen.getByRole("button", { name: "Mostrar 100 más" }));
  expect(screen.getByRole("button", { name: "Mostrar 50 más" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Mostrar 50 más" }));
  const links = document.querySelectorAll("tbody a");
  expect(links).toHaveLength(250);
  await waitFor(() => expect(links[200]).toHaveFocus());
});
