// `<unit-tools code="O-305">`: save and share a unit, on its page and in its dialog.
import { followSelection, toggleUnit } from "../stores/selection.ts";
import { share, texts } from "./page.ts";

const tool = (name: string): HTMLButtonElement =>
  Object.assign(document.createElement("button"), {
    className: `tool ${name}`,
  });

export class UnitTools extends HTMLElement {
  static readonly observedAttributes = ["code"];
  private readonly saving = tool("save");
  private readonly status = document.createElement("span");
  private saved: readonly string[] = [];
  private unfollow = (): void => {};

  connectedCallback(): void {
    const { inventory, share: label } = texts();
    const sharing = tool("is-share");
    sharing.textContent = label!;
    this.status.setAttribute("role", "status");
    sharing.onclick = () =>
      void share(`${location.origin}${inventory!}/${this.code}`, this.status);
    this.saving.onclick = () => toggleUnit(this.code, this.saved);
    this.replaceChildren(this.saving, sharing, this.status);
    this.unfollow = followSelection((codes) => this.show(codes));
  }

  disconnectedCallback(): void {
    this.unfollow();
  }

  attributeChangedCallback(): void {
    this.status.textContent = "";
    this.show(this.saved);
  }

  private get code(): string {
    return this.getAttribute("code")!;
  }

  private show(codes: readonly string[]): void {
    const { save, saved } = texts();
    const isSaved = codes.includes(this.code);
    this.saved = codes;
    this.saving.setAttribute("aria-pressed", String(isSaved));
    this.saving.textContent = (isSaved ? saved : save)!;
  }
}
