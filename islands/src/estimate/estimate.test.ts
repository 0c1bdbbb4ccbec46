import { beforeEach, describe, expect, it } from "vitest";
import en from "../../../content/en/strings.json" with { type: "json" };
import es from "../../../content/es/strings.json" with { type: "json" };
import { estimate } from "./index.ts";
import { parseNumber } from "./number.ts";
import { compute, type Assumptions } from "./compute.ts";

const typed = (
  values: Partial<Record<keyof Assumptions, string>>,
): Assumptions =>
  Object.fromEntries(
    NAMES.map((name) => [name, parseNumber(values[name] ?? "0")!]),
  ) as unknown as Assumptions;

const NAMES = [
  "price",
  "area",
  "rent",
  "occupancy",
  "maintenance",
  "property_tax",
  "trust",
  "other",
  "purchase",
] as const;

/** Round numbers, whose results are easy to check. */
const EXAMPLE = {
  price: "5,000,000",
  area: "100",
  rent: "100",
  occupancy: "75",
  maintenance: "2,000",
  property_tax: "0.1",
  purchase: "6",
};

describe("the estimate", () => {
  it("computes rent, expenses, cost and yields", () => {
    const outcome = compute(typed(EXAMPLE), 1600n)!;
    expect(outcome).toEqual({
      full: 12_000_000n,
      collected: 9_000_000n,
      spent: 2_900_000n,
      net: 6_100_000n,
      cost: 610_000_000n,
      gross_rate: 148n,
      net_rate: 100n,
    });
  });

  it.each<
    [
      string,
      Partial<Record<keyof Assumptions, string>>,
      bigint,
      Partial<Record<string, bigint>>,
    ]
  >([
    [
      "counts every expense once",
      { ...EXAMPLE, trust: "1,000.55", other: "0,45" },
      1600n,
      { spent: 3_000_100n },
    ],
    [
      "counts IVA on a share of the price",
      EXAMPLE,
      960n,
      { cost: 578_000_000n },
    ],
    ["can exclude IVA from the cost", EXAMPLE, 0n, { cost: 530_000_000n }],
    [
      "reports a loss as negative",
      { ...EXAMPLE, occupancy: "0" },
      1600n,
      { net: -2_900_000n, net_rate: -48n },
    ],
    [
      "rounds each amount to the centavo",
      { price: "0.01", area: "33.33", rent: "0.01", occupancy: "50" },
      1600n,
      { full: 400n, collected: 200n, cost: 1n },
    ],
    [
      "computes with the largest numbers",
      {
        price: "999999999999",
        area: "999999",
        rent: "999999",
        occupancy: "100",
      },
      1600n,
      { full: 1_199_997_600_001_200n },
    ],
  ])("%s", (_, values, vat, expected) => {
    expect(compute(typed(values), vat)).toMatchObject(expected);
  });

  it("has no result without a price", () => {
    expect(compute(typed({ area: "1" }), 1600n)).toBeNull();
  });
});

describe.each([
  ["es", es.estimate],
  ["en", en.estimate],
] as const)("the form, in %s", (lang, t) => {
  let form: HTMLFormElement;
  const at = (name: string): HTMLInputElement =>
    form.querySelector(`[name=${name}]`)!;
  const result = (name: string): string =>
    form.querySelector(`[data-result=${name}]`)!.textContent!;
  const message = (): string => form.querySelector("output")!.textContent!;
  const type = (name: string, value: string): void => {
    at(name).value = value;
    at(name).dispatchEvent(new Event("input", { bubbles: true }));
  };

  beforeEach(() => {
    const field = (name: keyof typeof t): string =>
      `<label for="e-${name}">${t[name]}</label><input id="e-${name}" name="${name}" inputmode="decimal"><i id="e-${name}-fault"></i>${name === "maintenance" ? "<i data-given hidden></i>" : ""}`;
    document.body.innerHTML = `<form hidden data-missing="${t.missing}" data-wrong="${t.wrong}" data-done="${t.done}" data-gross="${t.gross}" data-zero="${t.zero}"
      data-message="${t.message}" data-invalid="${t.invalid}" data-too-much="${t.too_much}"
      data-number="12,345,678.5" data-thousand="1,000" data-money="$0\u00a0MXN" data-percent="${lang === "es" ? "0\u00a0%" : "0%"}">
      <select><option value="A" data-price="5,000,000" data-area="100">A</option><option value="B" data-price="4,000,000" data-area="45" data-maintenance="1,710">B</option><option value="">x</option></select>
      ${NAMES.map(field).join("")}<input type="checkbox" value="1600" checked><output>x</output>
      ${["full", "collected", "spent", "net", "cost", "gross_rate", "net_rate"].map((name) => `<dt>${t[name as "net"]}</dt><b data-result="${name}">–</b>`).join("")}
      <p data-zero-names></p><span data-actions hidden><a href="https://wa.me/52?text=x">s</a><button type="button">p</button></span></form>`;
    form = document.querySelector("form")!;
    estimate(form);
  });

  it("is visible, fills in the unit, and asks for the assumptions before it shows a result", () => {
    expect(form.hidden).toBe(false);
    expect([at("price").value, at("area").value]).toEqual(["5,000,000", "100"]);
    expect(
      NAMES.slice(2)
        .map((name) => at(name).value)
        .join(""),
    ).toBe("");
    expect([message(), result("net")]).toEqual([t.missing, "–"]);
    type("rent", "100");
    expect(message()).toBe(t.missing);
  });

  it("shows the outcome and the fields that it counted as zero", () => {
    for (const [name, value] of Object.entries(EXAMPLE).slice(2))
      type(name, value);
    const rate = lang === "es" ? "1.00\u00a0%" : "1.00%";
    expect(message()).toBe(
      t.done.replace("{{net}}", "$61,000\u00a0MXN").replace("{{rate}}", rate),
    );
    expect([result("net"), result("cost"), result("net_rate")]).toEqual([
      "$61,000\u00a0MXN",
      "$6,100,000\u00a0MXN",
      rate,
    ]);
    expect(form.querySelector("[data-zero-names]")).toHaveTextContent(
      t.zero.replace("{{names}}", `${t.trust}; ${t.other}`),
    );
    const vat = form.querySelector<HTMLInputElement>("[type=checkbox]")!;
    vat.checked = false;
    vat.dispatchEvent(new Event("input", { bubbles: true }));
    expect(result("cost")).toBe("$5,300,000\u00a0MXN");
  });

  it("shows no net result while the expenses of every unit are empty", () => {
    for (const [name, value] of Object.entries(EXAMPLE).slice(2))
      type(name, value);
    for (const name of ["maintenance", "property_tax"]) {
      const before = at(name).value;
      type(name, "");
      expect([result("net"), result("net_rate")]).toEqual(["–", "–"]);
      const [collected, rate] = [result("collected"), result("gross_rate")];
      expect(message()).toBe(
        t.gross.replace("{{collected}}", collected).replace("{{rate}}", rate),
      );
      type(name, before);
      expect(result("net")).toBe("$61,000\u00a0MXN");
    }
  });

  it("sends what was typed and its result, and only with a result", () => {
    const actions = form.querySelector<HTMLElement>("[data-actions]")!;
    const link = actions.querySelector("a")!;
    link.addEventListener("click", (event) => event.preventDefault());
    expect(actions.hidden).toBe(true);
    for (const [name, value] of Object.entries(EXAMPLE).slice(2))
      type(name, value);
    expect(actions.hidden).toBe(false);
    link.click();
    link.click();
    const url = new URL(link.href);
    expect(url.pathname).toBe("/52");
    const lines = url.searchParams.get("text")!.split("\n");
    expect(lines.slice(0, 3)).toEqual([
      t.message,
      "A",
      `${t.price}: 5,000,000`,
    ]);
    expect(lines).toContain(`${t.rent}: 100`);
    expect(lines).not.toContain(`${t.trust}: `);
    expect(lines.at(-2)).toBe(`${t.gross_rate}: ${result("gross_rate")}`);
    type("maintenance", "");
    link.click();
    expect(new URL(link.href).searchParams.get("text")).not.toContain(
      t.net_rate,
    );
    type("rent", "");
    expect(actions.hidden).toBe(true);
  });

  it("does not write the same message again, because screen readers announce it", () => {
    const watch = new MutationObserver(() => {});
    watch.observe(form.querySelector("output")!, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    type("rent", "1");
    type("rent", "10");
    expect(watch.takeRecords()).toEqual([]);
    type("occupancy", "75");
    expect(watch.takeRecords()).not.toEqual([]);
  });

  it("marks fields with an invalid or too large number, and shows no outcome", () => {
    for (const [name, value] of Object.entries(EXAMPLE).slice(2))
      type(name, value);
    type("rent", "cien");
    expect(at("rent")).toHaveAttribute("aria-invalid", "true");
    expect(document.getElementById("e-rent-fault")).toHaveTextContent(
      t.invalid,
    );
    expect([message(), result("net")]).toEqual([t.wrong, "–"]);
    type("rent", "100,5");
    expect(at("rent")).not.toHaveAttribute("aria-invalid");
    type("occupancy", "101");
    expect(document.getElementById("e-occupancy-fault")).toHaveTextContent(
      t.too_much,
    );
  });

  it("fills in the fee of the developer, says so, and keeps what the visitor typed", () => {
    const choice = form.querySelector("select")!;
    const given = form.querySelector<HTMLElement>("[data-given]")!;
    const select = (code: string): void => {
      choice.value = code;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const fee = (): [string, string | boolean] => [
      at("maintenance").value,
      given.hidden,
    ];
    expect(fee()).toEqual(["", true]);
    select("B");
    expect(fee()).toEqual(["1,710", false]);
    select("A");
    expect(fee()).toEqual(["", true]);
    select("B");
    type("maintenance", "2,000");
    expect(fee()).toEqual(["2,000", true]);
    select("A");
    expect(fee()).toEqual(["2,000", true]);
  });

  it("deselects the unit when its price is changed", () => {
    type("price", "4,000,000");
    expect(form.querySelector("select")!.value).toBe("");
  });
});
