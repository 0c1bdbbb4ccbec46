// The lead form for the gallery and the tests: its props and all of its states.
import en from "../../content/en/strings.json" with { type: "json" };
import es from "../../content/es/strings.json" with { type: "json" };
import type { FormProps } from "../src/forms/form-props.ts";
import { FIELDS, optionsOf } from "../src/forms/kinds.ts";
import type { Kind, Question } from "../src/types.ts";
import { check } from "../src/forms/rules.ts";
import type { State } from "../src/forms/form-state.ts";

type Lang = "es" | "en";

const errors = { required: es.questions.required, invalid: "" };

/** Questions of a development's own, as the generator makes them for the Spanish pages. */
export const questions: Question[] = [
  {
    name: "answer_budget",
    kind: "choice",
    label: "Presupuesto",
    hint: null,
    required: true,
    options: [
      ["low", "Hasta 2 millones"],
      ["high", "Más de 2 millones"],
    ],
    min: null,
    max: null,
    errors: {
      required: es.questions.required_choice,
      invalid: es.questions.choice,
    },
  },
  {
    name: "answer_people",
    kind: "number",
    label: "Personas",
    hint: "De 1 a 50",
    required: false,
    options: [],
    min: 1,
    max: 50,
    errors: { ...errors, invalid: "Escriba un número de 1 a 50" },
  },
  {
    name: "answer_start",
    kind: "date",
    label: "Desde cuándo",
    hint: null,
    required: false,
    options: [],
    min: null,
    max: null,
    errors: { ...errors, invalid: es.questions.date },
  },
];

/** The strings of the site by language. */
export const strings = { es, en };

/** The use that the form of a page about one use preselects. */
const SPACE_OF: Partial<Record<Kind, string>> = {
  offices: "oficina",
  units: "local",
};

const hours = {
  es: "Lunes a viernes, de 9 a 18 h",
  en: "Monday to Friday, 9 am to 6 pm",
};

/** Props like those that the generator makes. */
export function formProps(
  kind: Kind,
  lang: Lang,
  more: Partial<FormProps> = {},
): FormProps {
  const prefix = lang === "en" ? "/en" : "";
  const { form, validation } = strings[lang];
  return {
    id: "i1",
    lang,
    locale: lang === "en" ? "en-US" : "es-MX",
    strings: { form, validation },
    kind,
    space: SPACE_OF[kind],
    action: "/api/leads",
    page: `${prefix}/contacto`,
    thanks: `${prefix}/gracias`,
    whatsappUrl: {
      plain: "https://wa.me/529845550162",
      unit: "https://wa.me/529845550162?text=%7B%7Bunit%7D%7D",
      units: "https://wa.me/529845550162?text=Varias%3A%20%7B%7Bunit%7D%7D",
    },
    phone: { label: "+52 984 555 0162", href: "tel:+529845550162" },
    privacyUrl: `${prefix}/aviso-de-privacidad`,
    noticeVersion: "2025-03-21",
    plans: true,
    captchaSiteKey: null,
    visit: {
      text: hours[lang],
      hours: { days: [1, 2, 3, 4, 5], from: "09:00:00", to: "18:00:00" },
    },
    ...more,
  };
}

const values = {
  name: "María de los Ángeles Núñez Domínguez-Villaseñor",
  phone: "+52 (984) 555-0162",
  email: "maria.nunez@correo.example.com",
  space: "oficina",
  identity: "investor",
  message:
    "Buscamos de 60 a 80 m² con terraza, para ocho personas, desde marzo.\n¿Qué hay en el nivel 3?",
};

/** The error messages for the values `typed`, by field. */
function refused(lang: Lang, typed: typeof values): Record<string, string> {
  const { validation } = strings[lang];
  return Object.fromEntries(
    Object.entries(
      check("contact", typed, optionsOf(strings[lang], "contact")),
    ).map(([field, key]) => [
      field,
      validation[key as keyof typeof validation],
    ]),
  );
}

const empty = {
  name: "",
  phone: "",
  email: "",
  space: "",
  identity: "",
  message: "",
};
const wrong = {
  ...values,
  name: "<b>",
  phone: "984 OFICINA",
  email: "maria@",
  message: "Mucho texto. ".repeat(200),
};
const states: State[] = [
  "sending",
  "sent",
  "failed",
  "busy",
  "offline",
  "online",
];

/** The props of every state by name: all kinds, errors, and the results of sending. */
export function formStates(lang: Lang): Record<string, FormProps> {
  const kinds = Object.keys(FIELDS) as Kind[];
  const of = (kind: Kind, more: Partial<FormProps> = {}) =>
    formProps(kind, lang, more);
  const all: Record<string, FormProps> = {
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        of(kind, kind === "unit" ? { unit: "O-301" } : {}),
      ]),
    ),
    "contact, about a unit": of("contact", {
      values: { unit: "O-301" } as FormProps["values"] & object,
    }),
    "contact, empty and sent": of("contact", { errors: refused(lang, empty) }),
    "contact, all wrong": of("contact", {
      values: wrong,
      errors: refused(lang, wrong),
    }),
    ...Object.fromEntries(
      states.map((state) => [
        `contact, ${state}`,
        of("contact", { values, state }),
      ]),
    ),
  };
  for (const [index, name] of Object.keys(all).entries())
    all[name]!.id = `island-form-${lang}-${index}`;
  return all;
}
