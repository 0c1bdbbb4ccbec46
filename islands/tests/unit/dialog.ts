// happy-dom opens a dialog but gives the focus to nobody; browsers give it back on closing.
import { vi } from "vitest";

export function lendDialogs(): void {
  let before: Element | null = null;
  vi.spyOn(HTMLDialogElement.prototype, "showModal").mockImplementation(function (this: HTMLDialogElement) {
    before = document.activeElement;
    this.setAttribute("open", "");
    this.querySelector<HTMLElement>("a, button")?.focus();
  });
  vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (this: HTMLDialogElement) {
    this.removeAttribute("open");
    (before as HTMLElement | null)?.focus();
    this.dispatchEvent(new Event("close"));
  });
}
