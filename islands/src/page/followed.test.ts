import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { codeOf, completeLinks } from "./followed.ts";

afterEach(() => {
  document.body.innerHTML = "";
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});

describe("completeLinks", () => {
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
    completeLinks();
    window.history.replaceState(
      null,
      "",
      "/inventario?disp=1&orden=precio#disponibilidad",
    );
    const flag =
      '<div class="language"><a lang="en" href="/en/inventario"><b>EN</b></a></div>';
    expect(follow(flag)).toMatch(
      /\/en\/inventario\?disp=1&orden=precio#disponibilidad$/,
    );
    expect(follow('<a href="/contacto">c</a>')).toBe("/contacto");
  });
  it("adds the campaign to a chat, once", () => {
    const chat = '<a href="https://wa.me/52?text=Hola%0ARef.%20O-301">w</a>';
    const text = (): string =>
      new URL(document.querySelector("a")!.href).searchParams.get("text")!;
    localStorage.setItem("tracking", '{"values":{"utm_campaign":"verano"}}');
    completeLinks();
    follow(chat);
    expect(text()).toBe("Hola\nRef. O-301 · VERANO");
    document.querySelector("a")!.click();
    expect(text()).toBe("Hola\nRef. O-301 · VERANO");
  });
});

describe("codeOf", () => {
  it("keeps letters, digits and hyphens of a short code", () => {
    expect(codeOf(" verano  2026-11!\n%0A")).toBe("-VERANO-2026-11-0A");
    expect(codeOf(undefined)).toBe("");
  });

  it("is empty for an e-mail address", () => {
    expect(codeOf("ana@example.com")).toBe("");
  });

  it("has at most 24 characters that need no escaping in a text, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string(), (value) =>
        /^[\p{L}\d-]{0,48}$/u.test(codeOf(value)),
      ),
    );
  });
});
