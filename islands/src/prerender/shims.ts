// What i18next needs and QuickJS does not have. Without `console` i18next throws; without `Intl.PluralRules` it silently
// selects wrong plurals. The generator gives the plural rules of the site's languages as `pluralForm`.

const silent = (): void => {};
const scope = globalThis as unknown as Record<string, unknown>;
const pluralForm = scope.pluralForm as (lang: string, count: number) => string;

class PluralRules {
  constructor(private readonly lang: string) {}
  select(count: number): string {
    return pluralForm(this.lang, count);
  }
  resolvedOptions(): { pluralCategories: string[] } {
    return { pluralCategories: ["zero", "one", "two", "few", "many", "other"] };
  }
}

scope.console ??= {
  log: silent,
  info: silent,
  warn: silent,
  error: silent,
  debug: silent,
};
scope.Intl ??= { PluralRules };
