// The return estimate on the page for investors. Its form, which does nothing without this script, is hidden in the HTML.
import { compute, nearest, type Assumptions, type Outcome } from "./compute.ts";
import { numberFormat } from "./format.ts";
import { parseNumber } from "./number.ts";

/** Fields without which there is no outcome. */
const REQUIRED: (keyof Assumptions)[] = ["price", "area", "rent", "occupancy"];
/** Expenses that every unit has: without them there is no net income. */
const EXPENSES: (keyof Assumptions)[] = ["maintenance", "property_tax"];
/** 100 %, in ten-thousandths of a percent. */
const WHOLE = 1_000_000n;
/** Fields that are percentages of something, at most 100. */
const PERCENTAGES: (keyof Assumptions)[] = [
  "occupancy",
  "property_tax",
  "purchase",
];

export function estimate(form: HTMLFormElement): void {
  const inputs = [
    ...form.querySelectorAll<HTMLInputElement>("input[inputmode]"),
  ];
  const output = form.querySelector("output")!;
  const choice = form.querySelector("select")!;
  const actions = form.querySelector<HTMLElement>("[data-actions]")!;
  const texts = form.dataset;
  const maintenance = inputs.find(({ name }) => name === "maintenance")!;
  const given = form.querySelector<HTMLElement>("[data-given]")!;
  /** The developer's fee of the selected unit. */
  let fee = "";

  const number = numberFormat(texts.number!, texts.thousand!);
  /** A whole number of hundredths as text, in the place of the zero of a text that the build wrote. */
  const write = (hundredths: bigint, zero: string, whole: boolean): string => {
    const size = hundredths < 0n ? -hundredths : hundredths;
    const fraction = String(size % 100n).padStart(2, "0");
    const text = number(
      whole ? `${size / 100n}` : `${size / 100n}.${fraction}`,
    );
    return (hundredths < 0n ? "-" : "") + zero.replace("0", text);
  };
  /** An amount, rounded in a currency without decimals; with decimals only when it is not a whole number. */
  const money = (hundredths: bigint): string => {
    const amount =
      texts.minorUnits === "1" ? nearest(hundredths, 100n) * 100n : hundredths;
    return write(amount, texts.money!, amount % 100n === 0n);
  };
  const percent = (rate: bigint): string => write(rate, texts.percent!, false);

  const read = (): void => {
    const typed = {} as Assumptions;
    const empty: string[] = [];
    let [isWrong, isMissing, isNet] = [false, false, true];
    for (const input of inputs) {
      const name = input.name as keyof Assumptions;
      const filled = input.value.trim();
      const number = filled ? parseNumber(filled) : 0n;
      const over =
        number !== null && PERCENTAGES.includes(name) && number > WHOLE;
      const message = over
        ? texts.tooMuch!
        : number === null
          ? texts.invalid!
          : "";
      if (message) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      document.getElementById(`${input.id}-fault`)!.textContent = message;
      isWrong ||= !!message;
      isMissing ||= !filled && REQUIRED.includes(name);
      isNet &&= !!filled || !EXPENSES.includes(name);
      if (!filled) empty.push(input.labels![0]!.textContent!.trim());
      typed[name] = number ?? 0n;
    }
    // The tax of the selected unit, or of all; none when the visitor leaves it out or the site has none.
    const vat = form.querySelector<HTMLInputElement>("[type=checkbox]");
    const vatRate = vat?.checked
      ? (choice.options[choice.selectedIndex]!.dataset.vat ?? vat.value)
      : 0;
    const outcome =
      isWrong || isMissing ? null : compute(typed, BigInt(vatRate));
    for (const cell of form.querySelectorAll<HTMLElement>("[data-result]")) {
      const name = cell.dataset.result as keyof Outcome;
      const amount =
        isNet || !name.startsWith("net") ? outcome?.[name] : undefined;
      cell.textContent =
        amount === undefined
          ? "–"
          : name.endsWith("rate")
            ? percent(amount)
            : money(amount);
    }
    let sentence = (isWrong ? texts.wrong : texts.missing)!;
    if (outcome)
      sentence = (isNet ? texts.done : texts.gross)!
        .replace("{{net}}", money(outcome.net))
        .replace("{{collected}}", money(outcome.collected))
        .replace(
          "{{rate}}",
          percent(isNet ? outcome.net_rate : outcome.gross_rate),
        );
    // Screen readers announce every write, so an equal message is not written again.
    if (output.textContent !== sentence) output.textContent = sentence;
    actions.hidden = !outcome;
    given.hidden = !fee || maintenance.value !== fee;
    form.querySelector("[data-zero-names]")!.textContent =
      outcome && empty.length
        ? texts.zero!.replace("{{names}}", empty.join("; "))
        : "";
  };

  const choose = (): void => {
    const unit = choice.options[choice.selectedIndex]!.dataset;
    for (const input of inputs) {
      const own = unit[input.name];
      if (input !== maintenance && own) input.value = own;
    }
    // What the visitor typed stays.
    if (maintenance.value.trim() === fee)
      maintenance.value = unit.maintenance ?? "";
    fee = unit.maintenance ?? "";
  };

  /** What was typed and its result, line by line. */
  const summary = (): string => {
    const unit = choice.value
      ? [choice.options[choice.selectedIndex]!.text]
      : [];
    const typed = inputs
      .filter(({ value }) => value.trim())
      .map(
        (input) => `${input.labels![0]!.textContent!.trim()}: ${input.value}`,
      );
    const results = [...form.querySelectorAll("[data-result]")]
      .map(
        (cell) =>
          `${cell.previousElementSibling!.textContent}: ${cell.textContent}`,
      )
      .filter((line) => !line.endsWith("–"));
    return [texts.message, ...unit, ...typed, "", ...results].join("\n");
  };

  const [send, print] = actions.children as unknown as [
    HTMLAnchorElement,
    HTMLButtonElement,
  ];
  send.addEventListener("click", () => {
    send.href = `${send.href.split("?")[0]}?text=${encodeURIComponent(summary())}`;
  });
  print.addEventListener("click", () => {
    // The style sheet prints only the estimate of a page with this class.
    document.documentElement.classList.add("prints-estimate");
    window.print();
    document.documentElement.classList.remove("prints-estimate");
  });
  choice.addEventListener("change", () => (choose(), read()));
  form.addEventListener("input", ({ target }) => {
    // With another price or area it is no longer the selected unit.
    if (["price", "area"].includes((target as HTMLInputElement).name))
      choice.value = "";
    if (target !== choice) read();
  });
  // In a later task, after the browser has reset the fields.
  form.addEventListener("reset", () => setTimeout(() => (choose(), read())));
  form.addEventListener("submit", (event) => event.preventDefault());
  choose();
  read();
  form.hidden = false;
}

document
  .querySelectorAll<HTMLFormElement>("form[data-estimate]")
  .forEach(estimate);
