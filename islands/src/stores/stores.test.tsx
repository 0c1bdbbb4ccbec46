import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inventoryAnswer } from "../../tests/unit/unit-islands.ts";
import { sampleProps, units } from "../../gallery/sample.ts";
import { amenityStore } from "./amenity.ts";
import { stores } from "./list-store.ts";
import {
  propertyStore,
  readInventory,
  useProperties,
  type PropertySeed,
} from "./property.ts";

const es = sampleProps("es");
const sold = units.map((unit) => ({ ...unit, status: "vendido" as const }));

const answer = (part: object = {}): object => inventoryAnswer(sold, part);

function serve(body: unknown, status = 200): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(
    async () =>
      new Response(typeof body === "string" ? body : JSON.stringify(body), {
        status,
      }),
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
  stores.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits until the request and its minimum delay are over. */
const settle = (): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(250)));

describe("readInventory", () => {
  const read = (part: object) => readInventory(answer(part), es);

  it("accepts a newer answer", () => {
    expect(read({})).toEqual(answer());
  });

  it("accepts an answer of the same day, because a status may change within a day", () => {
    expect(read({ date: es.date })).not.toBeNull();
  });

  it.each<[string, object]>([
    ["is older than the page", { date: "2026-11-19" }],
    ["is of another version", { version: 1 }],
    ["has no units", { units: [] }],
    ["has no list", { units: {} }],
    ["has lost most units", { units: sold.slice(0, 20) }],
    ["has no day", { date: undefined }],
    ["has no label of its day", { dateLabel: null }],
  ])("ignores an answer that %s", (_, part) => {
    expect(read(part)).toBeNull();
  });

  it("ignores values that are no inventory", () => {
    for (const nothing of [null, 1, "x", [], {}])
      expect(readInventory(nothing, es)).toBeNull();
  });
});

describe("the property store", () => {
  it("starts with the page's data and shows loading for at least the minimum delay", async () => {
    const fetch = serve(answer());
    const store = propertyStore(es);
    expect(store.get()).toMatchObject({
      items: units,
      actualItem: null,
      loadingProperties: true,
    });
    await vi.advanceTimersByTimeAsync(190);
    expect(store.get().loadingProperties).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(store.get()).toMatchObject({
      items: sold,
      date: "2026-11-21",
      loadingProperties: false,
    });
    expect(fetch).toHaveBeenCalledWith(
      es.dataUrl,
      expect.objectContaining({ cache: "no-cache" }),
    );
  });

  it("makes one request for all islands of a page", async () => {
    const fetch = serve(answer());
    const island = (id: string) => <Probe key={id} {...es} />;
    render(<>{["a", "b", "c"].map(island)}</>);
    await settle();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(screen.getAllByText("21 de noviembre de 2026 vendido")).toHaveLength(
      3,
    );
  });

  it("hydrates an island with the data of its HTML, and then shows an earlier answer", async () => {
    serve(answer());
    propertyStore(es);
    await settle();
    const container = document.createElement("div");
    container.innerHTML = `<p>${es.dateLabel} reservado</p>`;
    document.body.append(container);
    const shown: string[] = [];
    render(<Probe {...es} onRender={(text) => shown.push(text)} />, {
      container,
      hydrate: true,
    });
    expect(shown[0]).toBe(`${es.dateLabel} reservado`);
    expect(container.textContent).toBe("21 de noviembre de 2026 vendido");
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
    expect(store.get()).toMatchObject({
      items: units,
      date: es.date,
      loadingProperties: false,
    });
    expect(console.info).toHaveBeenCalledTimes(1);
  });

  it("does not change when the network fails", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const store = propertyStore(es);
    await settle();
    expect(store.get()).toMatchObject({
      items: units,
      loadingProperties: false,
    });
    expect(console.info).toHaveBeenCalledWith(
      expect.stringContaining("Failed to fetch"),
    );
  });

  it("keeps the same array when the answer is equal", async () => {
    serve(answer({ date: es.date, dateLabel: es.dateLabel, units }));
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

interface ProbeProps extends PropertySeed {
  onRender?(text: string): void;
}

function Probe(props: ProbeProps) {
  const { units, dateLabel } = useProperties(props);
  const text = `${dateLabel} ${units[0]!.status}`;
  props.onRender?.(text);
  return <p>{text}</p>;
}

describe("the amenities store", () => {
  const shown = [{ code: "cardio", name: "Cardio", description: "Antes" }];
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
  const URL = "/data/amenities.json";

  beforeEach(() => {
    document.body.innerHTML =
      '<h3 data-amenity-name="cardio">Cardio</h3><p data-amenity-text="cardio">Antes</p>';
  });

  it("starts with the list in the page, then takes a valid answer and writes it into the page", async () => {
    serve(fresh);
    const store = amenityStore(URL, "en", 200);
    expect(store.get()).toEqual({
      items: shown,
      actualItem: null,
      loadingAmenities: true,
    });
    await settle();
    expect(store.get()).toEqual({
      items: [{ code: "cardio", name: "Cardio room", description: "Now" }],
      actualItem: null,
      loadingAmenities: false,
    });
    expect(document.body.textContent).toBe("Cardio roomNow");
    expect(fetch).toHaveBeenCalledWith(
      URL,
      expect.objectContaining({ cache: "no-cache" }),
    );
  });

  it("makes one request for all selectors of a page", async () => {
    serve(fresh);
    expect(amenityStore(URL, "es", 200)).toBe(amenityStore(URL, "es", 200));
    await settle();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ version: 1, amenities: [] }],
    [{ version: 2, amenities: fresh.amenities }],
    ["<html>"],
    [{ version: 1, amenities: [{ code: 1 }] }],
  ])("does not change after %j", async (body) => {
    serve(body);
    const store = amenityStore(URL, "es", 200);
    await settle();
    expect(store.get()).toEqual({
      items: shown,
      actualItem: null,
      loadingAmenities: false,
    });
    expect(document.body.textContent).toBe("CardioAntes");
    expect(console.info).toHaveBeenCalledTimes(1);
  });

  it("leaves amenities that are not in the answer", async () => {
    serve(fresh);
    document.body.innerHTML += '<h3 data-amenity-name="spa">Spa</h3>';
    amenityStore(URL, "es", 200);
    await settle();
    expect(document.body.textContent).toBe("Sala de cardioAhoraSpa");
  });
});
