// The return estimate on the page for investors: reckons with what the visitor types and nothing else. Its form is
// hidden in the HTML, because without this script it would do nothing; the formula and an example stand beside it.
import { money } from "../format.ts";
import { parseNumber } from "./number.ts";
import { reckon, type Assumptions, type Outcome } from "./reckon.ts";

/** Without these there is nothing to say. */
const NEEDED: (keyof Assumptions)[] = ["price", "area", "rent", "occupancy"];
/** 100 %, in ten-thousandths. */
const WHOLE = 1_000_000n;
const SHARES: (keyof Assumptions)[] = ["occupancy", "property_tax", "purchase"];

/** Hundredths of a percent as "1.25 %", as the page's language writes it. */
function percent(rate: bigint): string {
  const digits = String(rate < 0n ? -rate : rate).padStart(3, "0");
  const text = `${rate < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return document.documentElement.lang.startsWith("es") ? `${text}\u00a0%` : `${text}%`;
}

/** Makes a form live. */
export function estimate(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input[inputmode]")];
  const output = form.querySelector("output")!;
  const choice = form.querySelector("select")!;
  const { missing, wrong, done, zero, invalid, excess } = form.dataset as Record<string, string>;

  const read = (): void => {
    const typed = {} as Assumptions;
    const empty: string[] = [];
    let faults = 0;
    let lacks = 0;
    for (const input of inputs) {
      const name = input.name as keyof Assumptions;
      const filled = input.value.trim();
      const number = filled ? parseNumber(filled) : 0n;
      const over = number !== null && SHARES.includes(name) && number > WHOLE;
      const fault = over ? excess! : number === null ? invalid! : "";
      if (fault) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      document.getElementById(`${input.id}-fault`)!.textContent = fault;
      faults += Number(!!fault);
      lacks += Number(!filled && NEEDED.includes(name));
      if (!filled) empty.push(input.labels![0]!.textContent!.trim());
      typed[name] = number ?? 0n;
    }
    const vat = form.querySelector<HTMLInputElement>("[type=checkbox]")!;
    const outcome = faults || lacks ? null : reckon(typed, vat.checked ? BigInt(vat.value) : 0n);
    show(outcome, empty, faults ? wrong! : missing!);
  };

  const show = (outcome: Outcome | null, empty: string[], instead: string): void => {
    for (const place of form.querySelectorAll<HTMLElement>("[data-result]")) {
      const name = place.dataset.result as keyof Outcome;
      const amount = outcome?.[name];
      place.textContent =
        amount === undefined ? "–" : name.endsWith("rate") ? percent(amount) : money(Number(amount));
    }
    const said = outcome
      ? done!.replace("{{net}}", money(Number(outcome.net))).replace("{{rate}}", percent(outcome.net_rate))
      : instead;
    // Read aloud at each writing, so never written twice.
    if (output.textContent !== said) output.textContent = said;
    form.querySelector("[data-zero-names]")!.textContent =
      outcome && empty.length ? zero!.replace("{{names}}", empty.join("; ")) : "";
  };

  const choose = (): void => {
    const { price, area } = choice.selectedOptions[0]!.dataset;
    for (const input of inputs) {
      if (input.name === "price" && price) input.value = price;
      if (input.name === "area" && area) input.value = area;
    }
  };

  choice.addEventListener("change", () => (choose(), read()));
  form.addEventListener("input", ({ target }) => {
    // Another price or area is no longer that unit's.
    if (["price", "area"].includes((target as HTMLInputElement).name)) choice.value = "";
    if (target !== choice) read();
  });
  // After the browser put the fields back to what they were.
  form.addEventListener("reset", () => setTimeout(() => (choose(), read())));
  form.addEventListener("submit", (event) => event.preventDefault());
  choose();
  read();
  form.hidden = false;
}

document.querySelectorAll<HTMLFormElement>("form[data-estimate]").forEach(estimate);
