import { expect, it } from "vitest";
import { storeTracking } from "../page/tracking.ts";
import { nameBroker } from "./broker.ts";

it("adds the broker to a chat, once", () => {
  document.body.dataset.broker = "Asesor";
  storeTracking("?asesor=Ana%20P%C3%A9rez");
  document.body.innerHTML = `<a href="https://wa.me/52?text=Hola"><b>w</b></a>`;
  const link = document.querySelector("a")!;
  link.addEventListener("click", (event) => event.preventDefault());
  nameBroker();
  for (const _ of [1, 2]) {
    link.querySelector("b")!.click();
    const text = new URL(link.href).searchParams.get("text")!;
    expect(text.split(" · Asesor: ANA-PÉREZ")).toHaveLength(2);
  }
});
