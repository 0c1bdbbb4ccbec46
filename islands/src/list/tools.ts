// `<unit-tools code="O-305">`: save, share and compare a unit, on its page and in its dialog.
import { readFavourites, toggleFavourite } from "../inventory/favourites.ts";
import { COMPARE_LIMIT, LIST_LIMIT } from "./limits.ts";
import { listUrl, share, texts } from "./page.ts";

function tool<Tag extends "a" | "button">(
  tag: Tag,
  name: string,
  label: string | undefined,
) {
  return Object.assign(document.createElement(tag), {
    className: `tool is-${name}`,
    textContent: label,
  });
}

export class UnitTools extends HTMLElement {
  static readonly observedAttributes = ["code"];
  private readonly saving = tool("button", "save", texts().save);
  private readonly compare = tool("a", "compare", texts().compare);
  private readonly saved = tool("a", "saved", "");
  private readonly status = document.createElement("span");
  private marks: readonly string[] = [];
  private readonly read = (): void => {
    const stored = readFavourites();
    if (stored.length || !this.marks.length) this.show(stored);
  };

  connectedCallback(): void {
    const { inventory, share: label } = texts();
    const sharing = tool("button", "share", label);
    this.status.setAttribute("role", "status");
    sharing.onclick = () =>
      void share(`${location.origin}${inventory!}/${this.code}`, this.status);
    this.saving.onclick = () => {
      this.show(toggleFavourite(this.marks, this.code));
      // For the list of the same page; other tabs get the event from the browser.
      dispatchEvent(new Event("storage"));
    };
    this.replaceChildren(
      this.saving,
      sharing,
      this.compare,
      this.saved,
      this.status,
    );
    addEventListener("storage", this.read);
    this.show(readFavourites());
  }

  disconnectedCallback(): void {
    removeEventListener("storage", this.read);
  }

  attributeChangedCallback(): void {
    this.status.textContent = "";
    this.show(this.marks);
  }

  private get code(): string {
    return this.getAttribute("code")!;
  }

  private show(marks: readonly string[]): void {
    const { inventory, saved } = texts();
    this.marks = marks;
    this.saving.setAttribute("aria-pressed", String(marks.includes(this.code)));
    const others = marks
      .filter((code) => code !== this.code)
      .slice(1 - COMPARE_LIMIT);
    // A single unit is marked; with others the comparison opens.
    const hash = others.length ? COMPARISON : "";
    this.compare.href = listUrl([...others, this.code], "comparar") + hash;
    this.saved.hidden = !marks.length;
    // More than a list may have are only a filter of the inventory.
    this.saved.href =
      marks.length > LIST_LIMIT ? `${inventory!}?fav=1` : listUrl(marks);
    this.saved.textContent = saved!.replace("{{number}}", String(marks.length));
  }
}
