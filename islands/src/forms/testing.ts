// What the tests and the gallery share: the form with the site's own strings.
import en from "../../../content/en/strings.json";
import es from "../../../content/es/strings.json";
import type { FormProps } from "./index.tsx";
import type { Kind } from "./kinds.ts";

export const strings = { es, en };

/** Props as the generator gives them. */
export function formProps(kind: Kind, lang: "es" | "en", more: Partial<FormProps> = {}): FormProps {
  const prefix = lang === "en" ? "/en" : "";
  const { form, validation } = strings[lang];
  return {
    id: "island-1",
    lang,
    locale: lang === "en" ? "en-US" : "es-MX",
    strings: { form, validation },
    kind,
    action: "/api/leads",
    page: `${prefix}/contacto`,
    thanks: `${prefix}/gracias`,
    whatsappUrl: "https://wa.me/529845550162",
    phone: { label: "+52 984 555 0162", href: "tel:+529845550162" },
    privacyUrl: `${prefix}/aviso-de-privacidad`,
    noticeVersion: "2025-03-21",
    captchaSiteKey: null,
    ...more,
  };
}
