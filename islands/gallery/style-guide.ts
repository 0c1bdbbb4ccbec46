// The style guide: all tokens with their values, and the parts of pages in each theme. The tokens are read from the
// style sheet, so they are always current.

interface Token {
  name: string;
  value: string;
}

const THEMES = ["light", "dark", "band"];

/** The custom properties of the rules with a matching selector, in the order of the sheet. */
function tokens(matches: (selector: string) => boolean): Token[] {
  const found = new Map<string, string>();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      if (
        !rule.selectorText
          .split(",")
          .some((selector) => matches(selector.trim()))
      )
        continue;
      for (const name of rule.style) {
        if (name.startsWith("--"))
          found.set(name, rule.style.getPropertyValue(name).trim());
      }
    }
  }
  return [...found].map(([name, value]) => ({ name, value }));
}

function element(name: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** A table row with name, value and a sample of the token. */
function row({ name, value }: Token): HTMLElement {
  const line = element("tr");
  const sample = element("td");
  const shown = element("span", /size/.test(name) ? "Aa 4.05" : "");
  if (/size/.test(name)) shown.style.fontSize = `var(${name})`;
  else if (/^--(space|gutter|header|dock|target|margin)/.test(name)) {
    Object.assign(shown.style, {
      display: "block",
      width: `var(${name})`,
      height: "1rem",
      background: "var(--text)",
    });
  } else if (
    CSS.supports(
      "color",
      getComputedStyle(document.body).getPropertyValue(name) || value,
    )
  ) {
    Object.assign(shown.style, {
      display: "block",
      width: "6rem",
      height: "2rem",
      background: `var(${name})`,
      border: "1px solid var(--line-strong)",
    });
  }
  sample.append(shown);
  line.append(element("th", name), element("td", value), sample);
  return line;
}

function table(caption: string, list: Token[]): HTMLElement {
  const made = element("table");
  made.append(element("caption", caption), ...list.map(row));
  return made;
}

/** The parts of a page as HTML. */
const PARTS = `
<h1>Un edificio para trabajar</h1><h2>Elija un nivel y después un espacio</h2><h3>Nivel 3 y Penthouse</h3>
<p class="lead">46 oficinas y 23 locales comerciales, de 45 a 180 m².</p>
<p>El <a href="/inventario">inventario</a> muestra el plano, la superficie y el precio de cada unidad.</p>
<p class="actions"><a class="button is-main" href="#a">Ver disponibilidad</a> <a class="button" href="#a">Solicitar información</a>
<button class="button" type="button" disabled>No disponible</button> <a class="arrow" href="#a"><span>Conocer las oficinas</span></a></p>
<ul class="legend"><li class="status is-disponible">Disponible</li><li class="status is-reservado">Apartado</li><li class="status is-vendido">Vendido</li></ul>
<div class="island-form"><form><div class="form-fields"><div><label>Nombre y apellido<input></label></div>
<div><label>Teléfono<input aria-invalid="true" aria-describedby="c" value="99x"></label><p class="form-note"><span class="form-error" id="c">Tiene que ser solo números</span></p></div></div></form></div>
<table class="price-table"><thead><tr><th>Unidad</th><th>Área</th><th>Precio</th></tr></thead><tbody><tr><td>O-305</td><td>45.00 m²</td><td>$3,200,000 MXN</td></tr></tbody></table>
<div class="faq-list"><details open><summary>¿Los precios incluyen IVA?</summary><p>El precio de lista es antes de IVA y así se indica.</p></details></div>`;

function ground(theme: string): HTMLElement {
  const section = element("section");
  section.dataset["theme"] = theme;
  Object.assign(section.style, {
    background: "var(--ground)",
    color: "var(--text)",
    padding: "var(--space-6)",
  });
  const holder = element("div", "", "sheet");
  holder.append(
    element("h2", `Ground: ${theme}`),
    table(
      "Colours",
      tokens((selector) => selector === `[data-theme="${theme}"]`),
    ),
  );
  const parts = element("div", "", "style-guide-parts");
  parts.innerHTML = PARTS.replaceAll(
    /(id|for|aria-describedby)="([abc])"/g,
    `$1="$2-${theme}"`,
  );
  holder.append(parts);
  section.append(holder);
  return section;
}

function show(): void {
  const main = element("main", "", "style-guide");
  const roots = element("div", "", "sheet");
  roots.append(
    element("h1", "Style guide"),
    table(
      "Tokens",
      tokens((selector) => selector === ":root"),
    ),
  );
  main.append(roots, ...THEMES.map(ground));
  document.body.append(main);
}

show();
