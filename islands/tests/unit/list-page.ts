// What pages of units have for their lists: the texts, and what can be done with a list.

/** The texts in Spanish, and the addresses; as the build writes them. */
const TEXTS = {
  inventory: "/inventario",
  units: "/data/units-es.json",
  save: "Guardar",
  share: "Compartir",
  saved: "Guardada",
  copied: "Enlace copiado",
  failed: "No:",
  reference: "Ref. ",
  offer: "Precios al 20:",
  offer_copied: "Selección copiada",
  offer_failed: "No se copió:",
  level_3: "Nivel 3",
  intro: "Hola, estas:",
  intro_one: "Hola, esta:",
  vendido: "Vendido",
  reservado: "Apartado",
  use_oficina: "Oficina",
  use_local: "Local",
  form_oficina: "/contacto-oficinas",
};

/** Puts them on the page. The elements need them, and stay defined for all test files, which share one document. */
export function addListPage(): void {
  const lists = document.createElement("div");
  lists.id = "lists";
  Object.assign(lists.dataset, TEXTS);
  const template = document.createElement("template");
  template.id = "list-actions";
  template.innerHTML = `<p><a data-whatsapp href="https://wa.me/52?text=x">w</a></p>
    <details><p><button data-client>c</button><button data-copy>k</button><button data-share>s</button>
    <button data-print>p</button><a data-request href="/contacto#contact">r</a></p></details><p role="status"></p>`;
  document.body.append(lists, template);
}
