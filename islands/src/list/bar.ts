// `<selection-bar>`: what can be done with the saved units, while the visitor looks at the inventory. The page has its markup.
import { followSelection, saveSelection } from "../stores/selection.ts";
import { openComparison } from "./compare.ts";
import { LIST_LIMIT } from "./limits.ts";

export class SelectionBar extends HTMLElement {
  private saved: readonly string[] = [];
  /** What was removed last, to be saved again. */
  private undone: readonly string[] = [];
  private unfollow = (): void => {};

  connectedCallback(): void {
    const dialog = this.querySelector("dialog")!;
    this.control("compare").onclick = () => openComparison();
    this.control("send").onclick = () => dialog.showModal();
    this.control("clear").onclick = () => {
      const { saved, undone } = this;
      this.undone = saved;
      saveSelection(saved.length ? [] : undone);
    };
    this.unfollow = followSelection((codes) => this.show(codes));
  }

  disconnectedCallback(): void {
    this.unfollow();
  }

  private control(name: string): HTMLElement {
    return this.querySelector<HTMLElement>(`[data-${name}]`)!;
  }

  private show(codes: readonly string[]): void {
    const { length } = codes;
    this.saved = codes;
    // After the last one was removed the bar stays, to undo it.
    if (length) this.hidden = false;
    const { one, other, clear, undo } = this.dataset as Record<string, string>;
    const count = this.control("count");
    const text = length === 1 ? one! : other!;
    count.textContent = text.replace("{{number}}", String(length));
    this.control("clear").textContent = length ? clear! : undo!;
    for (const name of ["compare", "send"]) this.control(name).hidden = !length;
    const listed = codes.slice(0, LIST_LIMIT).join();
    this.querySelector("list-actions")!.setAttribute("codes", listed);
  }
}
