// What i18next needs and QuickJS does not have. Without `console` i18next throws; without `Intl.PluralRules` it silently
// selects wrong plurals. The rules are those of the Unicode CLDR for whole numbers in es and en: the site has no other
// language, and no string with a plural gets a fraction.

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
