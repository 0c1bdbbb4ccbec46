import { expect, it } from "vitest";
import { saveSelection, SELECTION_KEY } from "../stores/selection.ts";
import { countSaved } from "./header.ts";

it("shows how many units are saved, and nothing without any", () => {
  expect(countSaved()).toBeUndefined();
  document.body.innerHTML = `<a class="header-saved">Guardadas: <b></b></a>`;
  const count = document.querySelector("b")!;
  localStorage.setItem(SELECTION_KEY, '["O-305","O-310"]');
  const stop = countSaved()!;
  expect(count).toHaveTextContent("2");
  saveSelection(["O-305"]);
  expect(count).toHaveTextContent("1");
  saveSelection([]);
  expect(count).toBeEmptyDOMElement();
  stop();
});
