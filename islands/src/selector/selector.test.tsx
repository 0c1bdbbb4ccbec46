import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { htmlOf, LANGS, showIsland } from "../../tests/unit/island-harness.tsx";
import { resetEach, serveInventory } from "../../tests/unit/unit-islands.ts";
import {
  manyUnits,
  sampleProps,
  units,
  withTexts,
} from "../../gallery/sample.ts";
import type { UnitIslandProps } from "./unit-links.ts";
import Selector from "./index.tsx";

const words = {
  es: {
    free: "6 disponibles de 12",
    plan: "Plano de Planta Baja",
    list: "Espacios de Planta Baja",
    sold: "Vendido",
  },
  en: {
    free: "6 of 12 available",
    plan: "Plan of Ground Floor",
    list: "Spaces on Ground Floor",
    sold: "Sold",
  },
};

resetEach();
beforeEach(
  () => void vi.spyOn(location, "assign").mockImplementation(() => {}),
);

const unit = units[1]!;
const plan = (): HTMLElement =>
  document.querySelector<HTMLElement>("svg.plan")!;
const inPlan = (code: string): HTMLElement =>
  plan().querySelector<HTMLElement>(`[data-code="${code}"]`)!;

describe.each(LANGS)("the selector in %s", (lang) => {
  const props = sampleProps(lang);
  const show = (more: object = {}) =>
    showIsland(Selector, { ...props, ...more } as UnitIslandProps);

  it("lists the levels with their number of available units", () => {
    show();
    const levels = screen.getAllByRole<HTMLInputElement>("radio");
    expect(levels.map((level) => level.value)).toEqual(["1", "2", "3", "4"]);
    expect(levels.map((level) => level.checked)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(screen.getByText(words[lang].free)).toBeVisible();
  });

  it("shows the given level first, and only units of the given use", () => {
    const [shop, ...others] = props.units.filter(({ level }) => level === 4);
    show({
      use: "oficina",
      level: 4,
      units: [...others, { ...shop!, use: "local" }],
    });
    expect(screen.getByRole("radio", { checked: true })).toHaveAttribute(
      "value",
      "4",
    );
    const listed = [...document.querySelectorAll(".selector-list li")].map(
      ({ id }) => id,
    );
    expect(listed).toEqual(others.map(({ code }) => code));
    expect(
      document.querySelector(`svg.plan [data-code="${shop!.code}"]`),
    ).toBeNull();
  });

  it("shows code, area and status in the plan and in the list", () => {
    show();
    const link = inPlan("L-103");
    expect(link).toHaveAccessibleName(
      `L-103, 94.50\u00a0m², ${words[lang].sold}`,
    );
    expect(link).toHaveClass("is-vendido");
    expect(link).toHaveAttribute("href", `${props.unitBase}/L-103`);
    const list = screen.getByRole("list", {
      name:
        props.strings &&
        document.querySelector(".selector-list")!.getAttribute("aria-label")!,
    });
    const row = within(list).getByText("L-103").closest("a")!;
    expect(row).toHaveTextContent(words[lang].sold);
    expect(row).toHaveTextContent("94.50");
    expect(row).toHaveAttribute("href", `${props.unitBase}/L-103`);
  });

  it("shows no tax on a use without tax", async () => {
    show({ units: props.units.map((unit) => withTexts(unit, lang, 0)) });
    const row = document.querySelector<HTMLElement>(
      '.selector-list [data-code="L-102"]',
    )!;
    expect(row).not.toHaveTextContent("+");
    await userEvent.click(row);
    const price = (await screen.findByRole("dialog")).querySelector(
      ".unit-dialog-price",
    )!;
    expect(price).toHaveTextContent("MXN");
    expect(price).not.toHaveTextContent(/IVA|VAT/);
  });

  it("shows the checked level of any number of levels, and starts above the basements", async () => {
    const given = props.levels[0]!;
    const numbers = [-2, -1, 1, 2, 3, 4, 5, 6, 7, 8];
    show({
      levels: numbers.map((level) => ({
        ...given,
        level,
        label: `N ${level}`,
      })),
    });
    const levels = screen.getAllByRole<HTMLInputElement>("radio");
    expect(levels.find((level) => level.checked)!.value).toBe("1");
    await userEvent.click(levels[9]!);
    const floors = [...document.querySelectorAll(".selector-floor")];
    expect(floors.map((floor) => floor.classList.contains("is-other"))).toEqual(
      numbers.map((level) => level !== 8),
    );
  });

  it("makes the plan one tab stop, with arrow keys between the units", async () => {
    show();
    const user = userEvent.setup();
    await waitFor(() =>
      expect(plan().querySelectorAll('[tabindex="0"]')).toHaveLength(1),
    );
    const first = plan().querySelector<HTMLElement>('[tabindex="0"]')!;
    first.focus();
    await user.keyboard("{ArrowRight}");
    const second = document.activeElement as HTMLElement;
    expect(second).not.toBe(first);
    expect(second).toHaveAttribute("tabindex", "0");
    expect(first).toHaveAttribute("tabindex", "-1");
    await user.keyboard("{ArrowLeft}");
    expect(document.activeElement).toBe(first);
    await user.keyboard("{End}");
    expect(plan().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("opens a unit with Space or a click, and restores the focus when it closes", async () => {
    show();
    const user = userEvent.setup();
    await waitFor(() =>
      expect(plan().querySelector('[tabindex="0"]')).not.toBeNull(),
    );
    inPlan(unit.code).focus();
    await user.keyboard(" ");
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveAccessibleName(expect.stringContaining(unit.code));
    await user.click(
      within(dialog).getByRole("button", { name: /Cerrar|Close/ }),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(inPlan(unit.code));
    await user.click(
      document.querySelector(`.selector-list [data-code="${unit.code}"]`)!,
    );
    expect(await screen.findByRole("dialog")).toBeVisible();
  });

  it("shows the facts of a unit and the links to request it", async () => {
    show();
    await userEvent.click(inPlan(unit.code));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("$10,150,000 MXN");
    expect(dialog).toHaveTextContent(lang === "es" ? "+ IVA" : "+ VAT");
    expect(dialog).toHaveTextContent("108.00");
    expect(dialog).toHaveTextContent(
      lang === "es" ? "Disponible" : "Available",
    );
    const [request, whatsapp, page] = dialog.querySelectorAll("footer a");
    const prefix = lang === "es" ? "" : "/en";
    expect(request).toHaveAttribute(
      "href",
      `${prefix}/contacto-locales?unidad=L-102#contact`,
    );
    expect(whatsapp).toHaveAttribute(
      "href",
      expect.stringContaining("https://wa.me/529845550162?text="),
    );
    expect(decodeURIComponent(whatsapp!.getAttribute("href")!)).toContain(
      "L-102",
    );
    expect(page).toHaveAttribute("href", `${prefix}/inventario/L-102`);
  });

  it("shows the price as lists do, then the total with tax", async () => {
    show();
    await userEvent.click(inPlan(unit.code));
    const block = (await screen.findByRole("dialog")).querySelector(
      ".unit-dialog-price",
    )!;
    expect(block.querySelector("strong")).toHaveTextContent(
      /^\$10,150,000 MXN \+ (IVA|VAT)$/,
    );
    expect(block).toHaveTextContent(
      /\$10,150,000 MXN \+ (IVA|VAT).*\$11,774,000 MXN.*\$1,624,000 MXN.*\$93,981 MXN\/m²/,
    );
    expect(block).not.toHaveTextContent("USD");
  });

  it("shows the total in a second currency on a site with one", async () => {
    const reference = "Tipo de cambio de 1 USD = 18.4321 MXN.";
    const text = {
      ...unit.text,
      reference: ["aprox. $550,670 USD + IVA", "aprox. $638,777 USD. "],
    };
    show({ reference, units: [{ ...unit, text: text as typeof unit.text }] });
    await userEvent.click(inPlan(unit.code));
    expect(await screen.findByRole("dialog")).toHaveTextContent(
      `aprox. $638,777 USD. ${reference}`,
    );
  });

  it("names a unit whose code is also in the name of its use", async () => {
    const { short } = sampleProps(lang).uses[unit.use]!;
    show({ units: [{ ...unit, code: short[1]! }] });
    await userEvent.click(document.querySelector(".selector-list a")!);
    expect(await screen.findByRole("dialog")).toHaveAccessibleName(
      `${short} ${short[1]}`,
    );
  });

  it("shows a message when there are no units", () => {
    show({ units: [] });
    expect(
      screen.getAllByText(lang === "es" ? "No hay datos" : "No data"),
    ).toHaveLength(4);
  });
});

describe("the selector", () => {
  const props = sampleProps("es");

  it("passes the unit to a form on the page", async () => {
    const form = document.body.appendChild(
      document.createElement("site-island"),
    );
    form.setAttribute("name", "form");
    form.scrollIntoView = vi.fn();
    const listener = vi.fn();
    document.addEventListener(
      REQUEST_EVENT,
      (event) => listener((event as CustomEvent).detail),
      {
        once: true,
      },
    );
    showIsland(Selector, props);
    await userEvent.click(inPlan(unit.code));
    const dialog = await screen.findByRole("dialog");
    const link = within(dialog).getByRole("link", {
      name: "Solicitar más información",
    });
    expect(fireEvent.click(link)).toBe(false);
    expect(listener).toHaveBeenCalledWith({ unit: "L-102" });
    expect(location.search).toBe("?unidad=L-102");
    expect(form.scrollIntoView).toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    form.remove();
  });

  it("offers in the dialog what the status leaves to ask", async () => {
    showIsland(Selector, props);
    for (const [status, text] of [
      ["reservado", "Avísenme si se libera"],
      ["vendido", "Preguntar por algo similar"],
    ]) {
      const { code } = props.units.find(
        (one) => one.status === status && one.level === unit.level,
      )!;
      await userEvent.click(inPlan(code));
      const dialog = await screen.findByRole("dialog");
      expect(within(dialog).getByRole("link", { name: text })).toBeVisible();
      fireEvent.click(within(dialog).getByRole("button", { name: "Cerrar" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  });

  it("does not handle a click that opens a new tab", () => {
    showIsland(Selector, props);
    expect(fireEvent.click(inPlan(unit.code), { ctrlKey: true })).toBe(true);
    expect(fireEvent.click(inPlan(unit.code))).toBe(false);
  });

  it("shows a changed status in plan, list and count", async () => {
    serveInventory(units.map((one) => ({ ...one, status: "vendido" })));
    showIsland(Selector, props);
    await waitFor(() => expect(inPlan(unit.code)).toHaveClass("is-vendido"));
    expect(screen.getByText("0 disponibles de 12")).toBeVisible();
    expect(
      screen.getByText("Disponibilidad al 21 de noviembre de 2026"),
    ).toBeVisible();
  });

  it("lists at most 60 units, and links to the inventory for the others", () => {
    showIsland(Selector, {
      ...props,
      units: manyUnits(1200),
    } as UnitIslandProps);
    const [list] = screen.getAllByRole("list");
    const links = within(list!).getAllByRole("link");
    expect(links).toHaveLength(61);
    expect(links.at(-1)).toHaveAttribute("href", "/inventario?nivel=1");
  });

  it("links every unit in its HTML, in plan and list, without script", () => {
    const host = document.createElement("div");
    host.innerHTML = htmlOf(Selector, props);
    for (const { code } of units) {
      expect(
        host.querySelectorAll(`a[href="/inventario/${code}"]`),
      ).toHaveLength(2);
    }
    expect(
      host.querySelectorAll("[tabindex], [style], script, dialog"),
    ).toHaveLength(0);
  });
});
