import { afterEach, describe, expect, it } from "vitest";
import { keepQuery } from "./language.ts";

afterEach(() => {
  document.body.innerHTML = "";
  window.history.replaceState(null, "", "/");
});

describe("keepQuery", () => {
  const follow = (html: string): string => {
    document.body.innerHTML = html;
    const link = document.querySelector("a")!;
    link.addEventListener("click", (event) => event.preventDefault());
    (link.firstElementChild ?? link).dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true }),
    );
    return link.getAttribute("href")!;
  };

  it("adds the present query and fragment to the link in the other language, and to no other", () => {
    keepQuery();
    window.history.replaceState(null, "", "/inventario?disp=1&orden=precio#disponibilidad");
    const flag = '<div class="language"><a href="/en/inventario"><b>EN</b></a></div>';
    expect(follow(flag)).toMatch(/\/en\/inventario\?disp=1&orden=precio#disponibilidad$/);
    expect(follow('<a href="/contacto">c</a>')).toBe("/contacto");
  });
});
