import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { storeTracking } from "../page/tracking.ts";
import { introduceBroker, readBroker } from "./broker.ts";
import { withBroker } from "./page.ts";

afterEach(() => history.replaceState(null, "", "/"));

describe("readBroker", () => {
  const read = (query: string) => {
    localStorage.clear();
    storeTracking(query);
    return readBroker();
  };

  it("reads a name and a telephone number", () => {
    expect(read("?asesor=Ana+Ruiz&tel=(984)+555-0162")).toEqual({
      name: "Ana Ruiz",
      phone: "9845550162",
    });
    expect(read("?asesor=ANA&tel=123")).toEqual({ name: "ANA", phone: "" });
    expect(read("?tel=9845550162")).toBeUndefined();
    expect(read("?asesor=ana@example.com")).toBeUndefined();
  });

  it("keeps no markup, no address and no long text, whatever the link has", () => {
    expect(read("?asesor=<b>Ana</b>+https://x.example/y")?.name).toBe(
      "b Ana b https x example y",
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, tel) => {
        const query = new URLSearchParams({ asesor: name, tel });
        const broker = read(`?${query}`);
        if (!broker) return;
        expect(broker.name).toMatch(/^[\p{L}\p{M}\d '’-]{1,64}$/u);
        expect(broker.phone).toMatch(/^(\d{10,15})?$/);
      }),
    );
  });

  it("goes on in links", () => {
    expect(withBroker("https://a.b/c?d=e")).toBe("https://a.b/c?d=e");
    storeTracking("?asesor=Ana+Ruiz&tel=9845550162");
    introduceBroker()!();
    expect(withBroker("https://a.b/c?d=e")).toBe(
      "https://a.b/c?d=e&asesor=Ana%20Ruiz&tel=9845550162",
    );
    expect(withBroker("https://a.b/c")).toContain("/c?asesor=");
  });
});

describe("introduceBroker", () => {
  const show = (query: string): HTMLAnchorElement[] => {
    Object.assign(document.body.dataset, {
      broker: "Asesor",
      advisor: "Su asesor",
      remove: "Quitar",
    });
    storeTracking(query);
    document.body.innerHTML = `<header><a href="tel:+529999999999" aria-label="Llamar al +52 999 999 9999"><i></i><span><span>+52 </span>999 999 9999</span></a></header>
      <main><a href="https://wa.me/529999999999?text=Hola"><b>w</b></a><a href="https://wa.me/?text=x">c</a></main>`;
    const stop = introduceBroker()!;
    const links = [...document.querySelectorAll("a")];
    for (const link of links) {
      link.addEventListener("click", (event) => event.preventDefault());
      for (const _ of [1, 2])
        (link.lastElementChild ?? link).dispatchEvent(
          new MouseEvent("click", { bubbles: true, cancelable: true }),
        );
    }
    stop();
    return links;
  };

  it("names a broker without a number in chats with the seller, once", () => {
    const [call, chat, client] = show("?asesor=Ana+Pérez");
    expect(call!.href).toBe("tel:+529999999999");
    const { pathname, searchParams } = new URL(chat!.href);
    expect(pathname).toBe("/529999999999");
    expect(
      searchParams.get("text")!.split(" · Asesor: ANA-PÉREZ"),
    ).toHaveLength(2);
    expect(client!.href).not.toContain("Asesor");
  });

  it("sends calls and chats to a broker with a number, and forgets the broker on demand", () => {
    const [call, chat, client] = show("?asesor=Ana+Ruiz&tel=9845550162");
    expect(call!.href).toBe("tel:+529845550162");
    expect(call).toHaveTextContent("984 555 0162");
    expect(call).toHaveAccessibleName("Ana Ruiz, 984 555 0162");
    expect(new URL(chat!.href).pathname).toBe("/529845550162");
    expect(new URL(client!.href).pathname).toBe("/");
    const line = document.querySelector(".broker")!;
    expect(line.firstChild).toHaveTextContent(
      "Su asesor: Ana Ruiz · 984 555 0162",
    );
    history.replaceState(null, "", "/inventario?asesor=Ana+Ruiz&tel=1&nivel=3");
    line.querySelector("button")!.click();
    expect(location.search).toBe("?nivel=3");
    expect(readBroker()).toBeUndefined();
  });
});
