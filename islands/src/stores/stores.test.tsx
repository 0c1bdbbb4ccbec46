import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inventoryAnswer } from "../../tests/unit/unit-islands.ts";
import { sampleProps, units } from "../gallery/sample.ts";
import { money } from "../format.ts";
import { amenityStore, forgetAmenityStores } from "./amenity.ts";
import { followAmenities } from "./amenity-marks.ts";
import { readInventory } from "./inventory-answer.ts";
import { updatePage } from "./page-marks.ts";
import { forgetPropertyStores, propertyStore, type PropertySeed } from "./property.ts";
import { followUnit } from "./unit-page.ts";
import type { Unit } from "./unit.ts";
import { useProperties } from "./use-properties.ts";

const es = sampleProps("es");
const labels = { disponible: "Disponible", reservado: "Apartado", vendido: "Vendido" };
const sold = units.map((unit) => ({ ...unit, status: "vendido" as const }));

const answer = (part: object = {}): object => inventoryAnswer(sold, part);

function serve(body: unknown, status = 200): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(
    async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "info").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  forgetPropertyStores();
  forgetAmenityStores();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits until the request and its minimum delay are over. */
const settle = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(250)));

describe("readInventory", () => {
  const read = (part: object, lang = "es") => readInventory(answer(part), lang, es);

  it("accepts a newer answer, with the date in the language of the page", () => {
    expect(read({})).toEqual({ date: "2026-11-21", dateLabel: "21 de noviembre de 2026", units: sold });
    expect(read({}, "en")?.dateLabel).toBe("November 21, 2026");
  });

  it("accepts an answer of the same day, because a status may change within a day", () => {
    expect(read({ date: es.date })).not.toBeNull();
  });

  const broken = (change: Partial<Record<keyof Unit, unknown>>) => [
    { ...units[0], ...change },
    ...units.slice(1),
  ];
  it.each<[string, object]>([
    ["is older than the page", { date: "2026-11-19" }],
    ["is of another version", { version: 2 }],
    ["has no units", { units: [] }],
    ["has no list", { units: {} }],
    ["has lost most units", { units: sold.slice(0, 20) }],
    ["has no day", { date: "ayer" }],
    ["has no label in this language", { date_label: { en: "x" } }],
    ["has a duplicate code", { units: [...sold, sold[0]] }],
    ["has an unknown status", { units: broken({ status: "libre" }) }],
    ["has a price that is not a number", { units: broken({ price: "12" }) }],
    ["has a negative area", { units: broken({ area: -1 }) }],
    ["has a unit without a code", { units: broken({ code: undefined }) }],
    ["has null among its units", { units: [null, ...sold] }],
  ])("ignores an answer that %s", (_, part) => {
    expect(read(part)).toBeNull();
  });

  it("ignores values that are no inventory", () => {
    for (const nothing of [null, 1, "x", [], {}]) expect(readInventory(nothing, "es", es)).toBeNull();
  });
});

describe("the property store", () => {
  it("starts with the page's data and shows loading for at least the minimum delay", async () => {
    const fetch = serve(answer());
    const store = propertyStore(es);
    expect(store.get()).toMatchObject({ items: units, actualItem: null, loadingProperties: true });
    await vi.advanceTimersByTimeAsync(190);
    expect(store.get().loadingProperties).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(store.get()).toMatchObject({ items: sold, date: "2026-11-21", loadingProperties: false });
    expect(fetch).toHaveBeenCalledWith(es.dataUrl, expect.objectContaining({ cache: "no-cache" }));
  });

  it("makes one request for all islands of a page", async () => {
    const fetch = serve(answer());
    const island = (id: string) => <Probe key={id} {...es} id={id} />;
    render(<>{["a", "b", "c"].map(island)}</>);
    await settle();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(screen.getAllByText("21 de noviembre de 2026 vendido")).toHaveLength(3);
  });

  it.each<[string, unknown, number]>([
    ["500", "no", 500],
    ["404", "no", 404],
    ["HTML", "<!doctype html>", 200],
    ["cut-off JSON", '{"version":1,', 200],
    ["an empty list", answer({ units: [] }), 200],
    ["an older day", answer({ date: "2020-01-01" }), 200],
  ])("does not change after %s, and logs it", async (_, body, status) => {
    serve(body, status);
    const store = propertyStore(es);
    await settle();
    expect(store.get()).toMatchObject({ items: units, date: es.date, loadingProperties: false });
    expect(console.info).toHaveBeenCalledTimes(1);
  });

  it("does not change when the network fails", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const store = propertyStore(es);
    await settle();
    expect(store.get()).toMatchObject({ items: units, loadingProperties: false });
    expect(console.info).toHaveBeenCalledWith(expect.stringContaining("Failed to fetch"));
  });

  it("keeps the same array when the answer is equal", async () => {
    serve(answer({ date: es.date, date_label: { es: es.dateLabel }, units }));
    const store = propertyStore(es);
    await settle();
    expect(store.get().items).toBe(es.units);
  });

  it("updates the opened unit", async () => {
    serve(answer());
    const store = propertyStore(es);
    store.set({ actualItem: units[0]! });
    await settle();
    expect(store.get().actualItem?.status).toBe("vendido");
  });
});

function Probe(props: PropertySeed) {
  const { items, dateLabel } = useProperties(props);
  return <p>{`${dateLabel} ${items[0]!.status}`}</p>;
}

describe("updatePage", () => {
  it("changes texts and classes only outside the islands", () => {
    const [unit] = units;
    document.body.innerHTML = `
      <p id="s" class="status is-${unit!.status}" data-unit-status="${unit!.code}">x</p>
      <p id="gone" data-unit-status="Z-1">Apartado</p>
      <p id="p" data-unit-price="${unit!.code}"></p>
      <p id="n" data-unit-count="vendido" data-level="1">3 de 12</p>
      <p id="all" data-unit-count="vendido">0</p>
      <p id="d" data-inventory-date>Disponibilidad al 20 de noviembre de 2026</p>
      <site-island><p id="own" data-unit-status="${unit!.code}">x</p></site-island>`;
    updatePage(
      { date: "2026-11-21", dateLabel: "21 de noviembre de 2026", units: sold },
      labels,
      es.dateLabel,
    );
    const text = (id: string): string | null => document.getElementById(id)!.textContent;
    expect(text("s")).toBe("Vendido");
    expect(document.getElementById("s")!.className).toBe("status is-vendido");
    expect(text("gone")).toBe("Apartado");
    expect(text("p")).toBe("$13,960,000\u00a0MXN");
    expect(text("n")).toBe("12 de 12");
    expect(text("all")).toBe("69");
    expect(text("d")).toBe("Disponibilidad al 21 de noviembre de 2026");
    expect(text("own")).toBe("x");
    document.body.innerHTML = "";
  });
});

describe("followUnit", () => {
  it("updates what only the page of a unit shows, and nothing after a failure", async () => {
    const [unit] = units;
    document.body.innerHTML = `
      <p id="vat" data-unit-part="${unit!.code}" data-percent="16">x</p>
      <p id="per" data-unit-price-per-m2="${unit!.code}">x</p>
      <p id="usd" data-unit-usd="${unit!.code}" data-percent="116" data-rate="18.4321">x</p>
      <p id="held" data-unit-notice="${unit!.code}" data-status="disponible reservado"></p>
      <p id="notice" data-status-notice="${unit!.code}" data-status="disponible" hidden></p>
      <div data-payments="${unit!.code}" data-percent="16">
      <details><table data-rule="200 3000 4000 18" data-rows="down each last balance sum"><tbody>
        ${["down", "each", "last", "balance", "sum"]
          .map((due) => `<tr id="${due}"><th>x</th>${"<td>x</td>".repeat(3)}</tr>`)
          .join("")}
      </tbody></table><b id="off" data-payment-discount>x</b></details></div>`;
    const text = (id: string): string | null => document.getElementById(id)!.textContent;
    const notices = { reservado: "Apartada", vendido: "Vendida", similar: "Similares" };
    const seed = { ...es, units: [], notices };
    serve({});
    followUnit(seed);
    await settle();
    expect(text("vat")).toBe("x");
    forgetPropertyStores();
    serve(answer());
    followUnit(seed);
    await settle();
    expect(text("vat")).toBe("$2,233,600\u00a0MXN");
    expect(text("per")).toBe("$94,007\u00a0MXN/m²");
    expect(text("usd")).toBe("US$878,554.26");
    expect(text("off")).toBe("$279,200\u00a0MXN");
    const row = (id: string): string[] =>
      Array.from(document.querySelectorAll(`#${id} td`), (cell) => cell.textContent!);
    expect(row("down")).toEqual([410_424_000, 65_667_840, 476_091_840].map(money));
    expect(row("each")).toEqual([30_401_777, 4_864_284, 35_266_061].map(money));
    expect(row("last")).toEqual([30_401_791, 4_864_292, 35_266_083].map(money));
    expect(row("sum")).toEqual([1_368_080_000, 218_892_800, 1_586_972_800].map(money));
    expect(document.getElementById("held")).not.toBeVisible();
    expect(document.getElementById("notice")).toBeVisible();
    expect(text("notice")).toBe("Vendida Similares");
    expect(document.querySelector("#notice a")).toHaveAttribute("href", "#similar");
    document.body.innerHTML = "";
  });
});

describe("the amenities store", () => {
  const shown = [{ code: "cardio", name: "Cardio", description: "Antes", image: null }];
  const fresh = {
    version: 1,
    amenities: [
      {
        code: "cardio",
        name: { es: "Sala de cardio", en: "Cardio room" },
        description: { es: "Ahora", en: "Now" },
        image: null,
      },
    ],
  };

  it("starts with the list in the page, then takes a valid answer", async () => {
    serve(fresh);
    const store = amenityStore("/data/amenities.json", "en", shown, 200);
    expect(store.get()).toEqual({ items: shown, actualItem: null, loadingAmenities: true });
    await settle();
    expect(store.get()).toEqual({
      items: [{ code: "cardio", name: "Cardio room", description: "Now", image: null }],
      actualItem: null,
      loadingAmenities: false,
    });
  });

  it.each([
    [{ version: 1, amenities: [] }],
    [{ version: 2, amenities: fresh.amenities }],
    ["<html>"],
    [{ version: 1, amenities: [{ code: 1 }] }],
  ])("does not change after %j", async (body) => {
    serve(body);
    const store = amenityStore("/data/amenities.json", "es", shown, 200);
    await settle();
    expect(store.get()).toEqual({ items: shown, actualItem: null, loadingAmenities: false });
    expect(console.info).toHaveBeenCalledTimes(1);
  });

  it("writes changes into the list in the page", async () => {
    serve(fresh);
    document.body.innerHTML =
      '<h3 data-amenity-name="cardio">Cardio</h3><p data-amenity-text="cardio">Antes</p><h3 data-amenity-name="spa">Spa</h3>';
    followAmenities(es);
    await settle();
    expect(document.body.textContent).toBe("Sala de cardioAhoraSpa");
    expect(fetch).toHaveBeenCalledWith(
      "/data/amenities.json",
      expect.objectContaining({ cache: "no-cache" }),
    );
    document.body.innerHTML = "";
  });
});
