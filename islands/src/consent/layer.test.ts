import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SiteEvent } from "./events.ts";
import type * as layerModule from "./layer.ts";

let layer: typeof layerModule;
const entries = () =>
  (window as unknown as { dataLayer?: unknown[] }).dataLayer ?? [];
/** The commands for Google's scripts as arrays. */
const commands = () =>
  entries()
    .filter(
      (entry) => Object.prototype.toString.call(entry) === "[object Arguments]",
    )
    .map(
      (entry) =>
        [...(entry as IArguments)] as [string, string, Record<string, string>],
    );
const events = () =>
  entries().filter((entry) => Object.hasOwn(entry as object, "event"));
const event = (number: number): SiteEvent => ({
  event: "unit_viewed",
  page: `/${number}`,
});

beforeEach(async () => {
  delete (window as { dataLayer?: unknown }).dataLayer;
  vi.resetModules();
  layer = await import("./layer.ts");
});

describe("Consent Mode", () => {
  it("denies everything first, in an `arguments` object", () => {
    layer.setDefaults();
    expect(entries()).toHaveLength(1);
    const [[command, what, mode]] = commands() as [
      [string, string, Record<string, string>],
    ];
    expect([command, what]).toEqual(["consent", "default"]);
    expect(mode).toMatchObject({
      ad_storage: "denied",
      ad_user_data: "denied",
      ad_personalization: "denied",
      analytics_storage: "denied",
      functionality_storage: "denied",
    });
  });

  it("grants what was chosen except personalized advertising, and withdraws it", () => {
    layer.setDefaults();
    layer.update({ measurement: true });
    layer.update({ customer_relations: true });
    layer.update({});
    const modes = commands().slice(1);
    expect(modes.map(([, what]) => what)).toEqual([
      "update",
      "update",
      "update",
    ]);
    expect(modes[0]![2]).toMatchObject({
      ad_storage: "granted",
      ad_user_data: "granted",
      ad_personalization: "denied",
      analytics_storage: "granted",
      functionality_storage: "denied",
    });
    expect(modes[1]![2]).toMatchObject({
      analytics_storage: "denied",
      functionality_storage: "granted",
    });
    expect(modes[2]![2]).toEqual(commands()[0]![2]);
  });

  it("keeps entries of other scripts in the layer", () => {
    (window as { dataLayer?: unknown[] }).dataLayer = [{ own: 1 }];
    layer.setDefaults();
    expect(entries()[0]).toEqual({ own: 1 });
  });
});

describe("events", () => {
  it("wait for the choice and are then sent once, in order", () => {
    layer.setDefaults();
    layer.send(event(1));
    layer.send(event(2));
    expect(events()).toEqual([]);
    layer.update({ measurement: true });
    layer.update({ measurement: true });
    layer.send(event(3));
    expect(events()).toEqual([event(1), event(2), event(3)]);
  });

  it("come after the update that allows them", () => {
    layer.send(event(1));
    layer.update({ measurement: true });
    expect(entries().at(-1)).toEqual(event(1));
    expect(commands()).toHaveLength(1);
  });

  it("are deleted by a refusal, also when the visitor allows it later", () => {
    layer.send(event(1));
    layer.update({ heat_map: true });
    layer.send(event(2));
    layer.update({ measurement: true });
    expect(events()).toEqual([]);
  });

  it("keep only the newest twenty while they wait", () => {
    for (let number = 1; number <= 50; number++) layer.send(event(number));
    layer.update({ measurement: true });
    expect(events()).toHaveLength(20);
    expect(events()[0]).toEqual(event(31));
  });
});
