// What the strings of islands need and QuickJS does not have. The generator gives the plural rules of the site's languages as
// `pluralForm`.
const scope = globalThis as unknown as Record<string, unknown>;
const pluralForm = scope.pluralForm as (lang: string, count: number) => string;

class PluralRules {
  constructor(private readonly lang: string) {}
  select(count: number): string {
    return pluralForm(this.lang, count);
  }
}

scope.Intl ??= { PluralRules };
