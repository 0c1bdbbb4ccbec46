// What QuickJS lacks and i18next needs. Without `console` i18next dies; without `Intl.PluralRules`
// it picks wrong plurals in silence. The rules are those of the Unicode data for whole numbers
// in es and en, the only languages and the only numbers that visitors' plurals have.

function pluralRules(locale: string): { select(count: number): string } {
  const spanish = locale.startsWith("es");
  return {
    select: (count) =>
      count === 1 ? "one" : spanish && count !== 0 && count % 1_000_000 === 0 ? "many" : "other",
  };
}

class PluralRules {
  readonly select: (count: number) => string;
  constructor(locale: string) {
    this.select = pluralRules(locale).select;
  }
  resolvedOptions(): { pluralCategories: string[] } {
    return { pluralCategories: ["one", "many", "other"] };
  }
}

const silent = (): void => {};
const scope = globalThis as unknown as Record<string, unknown>;
scope.console ??= { log: silent, info: silent, warn: silent, error: silent, debug: silent };
scope.Intl ??= { PluralRules };

export { PluralRules };
