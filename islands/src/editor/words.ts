// The texts of the editor. Its users write Spanish; English is a switch.
import type { Lang } from "./api.ts";
import labels from "./labels.json";

/** A language of the editor itself. */
export type Ui = "es" | "en";
type Words = Record<Ui, string>;

const WORDS = {
  title: { es: "Editar los textos", en: "Edit the texts" },
  language: { es: "English", en: "Español" },
  document: { es: "Qué quiere editar", en: "What to edit" },
  pages: { es: "Páginas", en: "Pages" },
  months: { es: "Meses de avance de obra", en: "Months of progress" },
  questions: { es: "Preguntas frecuentes", en: "Questions" },
  strings: { es: "Botones, etiquetas y mensajes", en: "Buttons, labels and messages" },
  draft: { es: "borrador", en: "draft" },
  newPage: { es: "Página nueva", en: "New page" },
  newMonth: { es: "Mes nuevo", en: "New month" },
  newPageName: {
    es: "Dirección de la página: minúsculas, cifras y guiones",
    en: "Address of the page: small letters, digits and hyphens",
  },
  newMonthName: { es: "Mes, como 2025-07", en: "Month, such as 2025-07" },
  create: { es: "Crear como borrador", en: "Create as a draft" },
  cancel: { es: "Cancelar", en: "Cancel" },
  save: { es: "Guardar", en: "Save" },
  saving: { es: "Guardando…", en: "Saving…" },
  saved: { es: "Guardado.", en: "Saved." },
  unchanged: { es: "No hay cambios por guardar.", en: "There are no changes to save." },
  loading: { es: "Cargando…", en: "Loading…" },
  discard: {
    es: "Hay cambios sin guardar. ¿Desea descartarlos?",
    en: "There are changes that are not saved. Discard them?",
  },
  problems: { es: "No se guardó. Corrija lo siguiente:", en: "Not saved. Correct the following:" },
  failed: { es: "No se pudo completar:", en: "This did not work:" },
  show: { es: "Ir al campo", en: "Go to the field" },
  overtaken: {
    es: "No se guardó: el archivo cambió mientras usted escribía. Sus textos siguen aquí y los demás cambios del archivo ya están en el formulario. Donde se cambió el mismo texto se muestran los dos. Revíselos y guarde otra vez.",
    en: "Not saved: the file changed while you were writing. Your texts are still here, and the other changes of the file are now in the form. Where the same text was changed, both are shown. Check them and save again.",
  },
  inFile: { es: "En el archivo:", en: "In the file:" },
  takeFile: { es: "Usar el del archivo", en: "Use the one in the file" },
  removed: { es: "(no está)", en: "(not there)" },
  several: { es: "(varios valores)", en: "(several values)" },
  settings: { es: "Publicación y otros ajustes", en: "Publication and other settings" },
  text: { es: "Texto de la página (Markdown)", en: "Text of the page (Markdown)" },
  item: { es: "Elemento", en: "Item" },
  add: { es: "Agregar", en: "Add" },
  remove: { es: "Quitar", en: "Remove" },
  moveUp: { es: "Subir", en: "Move up" },
  moveDown: { es: "Bajar", en: "Move down" },
  repeated: {
    es: "Se repite de otro texto y cambia con él.",
    en: "Repeats another text and changes with it.",
  },
  usual: { es: "(el habitual)", en: "(the usual one)" },
  missing: { es: "Este archivo no existe todavía.", en: "This file does not exist yet." },
  preview: { es: "Vista previa", en: "Preview" },
  showPreview: { es: "Mostrar la vista previa", en: "Show the preview" },
  hidePreview: { es: "Ocultar la vista previa", en: "Hide the preview" },
  characters: { es: "caracteres", en: "characters" },
  onePerLine: { es: "uno por línea", en: "one on a line" },
} satisfies Record<string, Words>;

/** Names of keys that a content file may have. A key that is not here shows as it is written in the file. */
const LABELS: Record<string, Words> = labels;

export type Word = keyof typeof WORDS;

export const word = (ui: Ui, name: Word): string => WORDS[name][ui];
export const label = (ui: Ui, key: string): string => LABELS[key]?.[ui] ?? key;

/** The name of a language of the site. */
export function languageName(ui: Ui, lang: Lang): string {
  const name = new Intl.DisplayNames([ui], { type: "language" }).of(lang) ?? lang;
  return name[0]!.toUpperCase() + name.slice(1);
}
