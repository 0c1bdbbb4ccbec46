// Keeps a page of the development server as its sources are (live.rs): after a build it exchanges the texts and styles
// that changed, reloads if anything else did, and shows the problems that the build found. Scroll position, focus and
// what was typed survive a reload.

const parameters = new URL(import.meta.url).searchParams;
let [kind, version] = [...parameters][0];
const KEPT = `live ${location.pathname}`;
const FIELDS = "input:not([type=hidden], [type=file]), textarea, select";
const SHEET = 'head link[rel="stylesheet"]';
/** What a page does not show, or not as it is written: a change of it alone needs no reload. */
const INVISIBLE =
  "meta, script[type='application/ld+json'], script[src*='/_dev/live.js']";

/** The page as the server sent it last. */
let source;

/** Brings the page to the state of the last build. */
async function refresh() {
  const before = source;
  const next = await fetchDocument();
  const script = next.querySelector("script[src*='/_dev/live.js']");
  if (!script) return;
  const nextParameters = new URL(script.src).searchParams;
  const [nextKind, nextVersion] = [...nextParameters][0];
  // The last good page stays while a build cannot make it.
  if (nextKind === "failure" && kind === "page") return;
  if (nextVersion !== version) {
    const isAlike =
      nextKind === kind &&
      nextParameters.get("state") === parameters.get("state");
    const exchanges = isAlike && before ? changedTexts(before, next) : null;
    if (!exchanges) {
      keep();
      return location.reload();
    }
    for (const [node, text] of exchanges) node.data = text;
    version = nextVersion;
  }
  source = next;
  exchangeStyles(
    [...next.querySelectorAll(SHEET)].map((link) => link.getAttribute("href")),
  );
}

/** This page as the server has it now. After `fetch`, parsing would need a policy of Trusted Types. */
function fetchDocument() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.onload = () => resolve(request.response);
    request.onerror = reject;
    request.send();
  });
}

/** The text nodes of this page that a new source changes, with their texts; null when it changes anything else. */
function changedTexts(before, after) {
  const found = [];
  const compare = (one, other, shown) => {
    if (one.isEqualNode(other)) return true;
    if (one.nodeType === Node.TEXT_NODE) {
      found.push([shown, other.data]);
      return other.nodeType === Node.TEXT_NODE && shown?.data === one.data;
    }
    if (
      one.nodeType !== Node.ELEMENT_NODE ||
      !one.cloneNode().isEqualNode(other.cloneNode?.())
    )
      return isInvisible(one) && isInvisible(other);
    if (isInvisible(one)) return true;
    // A script draws the content of an island, and runs once.
    if (one.matches("site-island, script") || shown?.tagName !== one.tagName)
      return false;
    const others = [...other.childNodes];
    return (
      one.childNodes.length === others.length &&
      // What scripts add to the page is after its own nodes.
      [...one.childNodes].every((node, index) =>
        compare(node, others[index], shown.childNodes[index]),
      )
    );
  };
  const isInvisible = (node) =>
    node.nodeType === Node.ELEMENT_NODE && node.matches(INVISIBLE);
  return compare(
    before.documentElement,
    after.documentElement,
    document.documentElement,
  )
    ? found
    : null;
}

function exchangeStyles(addresses) {
  const links = [...document.querySelectorAll(SHEET)];
  addresses.forEach((address, index) => {
    const old = links[index];
    if (!old || old.getAttribute("href") === address) return;
    const fresh = old.cloneNode();
    fresh.href = address;
    // Both apply until then, so that the page is never without styles.
    fresh.onload = () => old.remove();
    old.after(fresh);
  });
}

const fields = () => [...document.querySelectorAll(FIELDS)];
const isSwitch = (field) => field.type === "checkbox" || field.type === "radio";
const isTyped = (field) =>
  isSwitch(field)
    ? field.checked !== field.defaultChecked
    : field.type === "select-one"
      ? !field.options[field.selectedIndex]?.defaultSelected &&
        field.selectedIndex > 0
      : field.value !== field.defaultValue;
/** Finds a field again: its name, and which of the fields with that name it is. */
const nameOf = (field) => field.name || field.id;
const place = (field) => [
  nameOf(field),
  fields()
    .filter((other) => nameOf(other) === nameOf(field))
    .indexOf(field),
];
const at = ([name, index]) =>
  fields().filter((other) => nameOf(other) === name)[index];

function keep() {
  const typed = fields()
    .filter(isTyped)
    .map((field) => [
      ...place(field),
      isSwitch(field) ? field.checked : field.value,
    ]);
  const focused = fields().includes(document.activeElement)
    ? place(document.activeElement)
    : null;
  sessionStorage.setItem(
    KEPT,
    JSON.stringify({ typed, focused, top: scrollY }),
  );
}

function restore() {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return;
  sessionStorage.removeItem(KEPT);
  const { typed, focused, top } = JSON.parse(kept);
  for (const [name, index, value] of typed) {
    const field = at([name, index]);
    if (!field) continue;
    if (isSwitch(field)) field.checked = value;
    else field.value = value;
    for (const event of ["input", "change"])
      field.dispatchEvent(new Event(event, { bubbles: true }));
  }
  if (focused) at(focused)?.focus({ preventScroll: true });
  scrollTo({ top, behavior: "instant" });
}

// The panel of problems. It is built without markup, and its styles without an element, because the site's
// Content-Security-Policy allows neither inline.
const styles = new CSSStyleSheet();
styles.replaceSync(`
  section { position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 60vh; overflow: auto; padding: 16px 20px 24px;
    background: #1d1b1a; color: #f7f2ec; border-top: 4px solid #e5533d; font: 15px/1.5 system-ui, sans-serif; }
  [role=status] { position: fixed; inset: 8px auto auto 50%; translate: -50%; z-index: 2147483646; padding: 4px 14px;
    background: #ffd54a; color: #1d1b1a; border-radius: 4px; font: 600 14px/1.5 system-ui, sans-serif; }
  h2 { margin: 0 48px 8px 0; font-size: 17px; }
  article { padding: 12px 0; border-top: 1px solid #4a4542; }
  p { margin: 4px 0; }
  a, .place { color: #ffb39f; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { margin: 8px 0 0; padding: 8px 12px; overflow: auto; background: #000; font: 13px/1.5 ui-monospace, monospace; }
  button { position: absolute; top: 10px; right: 14px; width: 36px; height: 36px; border: 0; background: none; color: inherit; font-size: 24px; cursor: pointer; }
`);
let panel = null;
let shown = "";

const element = (name, text, properties = {}) =>
  Object.assign(document.createElement(name), {
    textContent: text ?? "",
    ...properties,
  });

function show(problems) {
  const state = JSON.stringify(problems);
  if (state === shown) return;
  shown = state;
  close();
  if (!problems.length) return;
  panel = document.createElement("div");
  const root = panel.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styles];
  const section = element("section", "", {
    role: "alert",
    ariaLabel: "Problems",
  });
  const title =
    problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  section.append(
    element("h2", title),
    element("button", "×", {
      type: "button",
      ariaLabel: "Close",
      onclick: close,
    }),
    ...problems.map(article),
  );
  root.append(section);
  document.body.append(panel);
}

function article({ place, message, hint, excerpt, editor }) {
  const article = element("article");
  if (place)
    article.append(
      editor
        ? element("a", place, { href: editor })
        : element("span", place, { className: "place" }),
    );
  article.append(element("p", message));
  if (hint) article.append(element("p", hint));
  if (excerpt) article.append(element("pre", excerpt));
  return article;
}

function close() {
  panel?.remove();
  panel = null;
}

/** Marks a page that visitors cannot see: a draft, or one that is published later or no longer. */
function mark(state) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styles];
  root.append(element("div", `Not public: ${state}`, { role: "status" }));
  document.body.append(host);
}

if (parameters.has("state")) mark(parameters.get("state"));
addEventListener("keydown", (event) => event.key === "Escape" && close());
restore();
/** One at a time: each compares with the source of the one before. */
let refreshed = Promise.resolve();
new EventSource("/_dev/events").addEventListener("build", ({ data }) => {
  show(JSON.parse(data));
  refreshed = refreshed.then(refresh).catch(console.error);
});
