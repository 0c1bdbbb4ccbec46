// happy-dom opens a dialog without moving the focus. This mock does what browsers do.
import { vi } from "vitest";

/** Makes `showModal` focus the dialog, and `close` restore the focus and dispatch the event. */
export function mockDialogs(): void {
  let before: Element | null = null;
  vi.spyOn(HTMLDialogElement.prototype, "showModal").mockImplementation(
    function (this: HTMLDialogElement) {
      before = document.activeElement;
      this.setAttribute("open", "");
      this.querySelector<HTMLElement>("a, button")?.focus();
    },
  );
  vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    this.removeAttribute("open");
    (before as HTMLElement | null)?.focus();
    this.dispatchEvent(new Event("close"));
  });
}
