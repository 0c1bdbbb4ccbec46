// Texts and pictures that cover each other on the screen.
import type { Page } from "@playwright/test";

/**
 * Scrolls through a page in steps of half a screen, and returns each pair of a text and another text or a picture whose
 * boxes cover each other. Fixed buttons and opaque heads, which stay while others move below them, are not compared.
 */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    interface Shown {
      name: string;
      box: DOMRect;
      element: Element;
    }
    const found = new Set<string>();
    /** Boxes that share so few pixels only touch: lines of text have space around their letters. */
    const least = 3;
    /** Whether an element is within a fixed part or an opaque head that stays, or only for screen readers. */
    const isLeftOut = (element: Element): boolean => {
      let isOpaque = false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { backgroundColor, clipPath, position } = getComputedStyle(at);
        isOpaque ||= backgroundColor.startsWith("rgb(");
        if (
          clipPath === "inset(50%)" ||
          position === "fixed" ||
          (position === "sticky" && isOpaque)
        )
          return true;
      }
      return false;
    };
    const isShown = (element: Element): boolean =>
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      }) &&
      !element.closest(
        "details:not([open]) > :not(summary), [inert], .visually-hidden, [aria-hidden=true]:has(input)",
      ) &&
      !isLeftOut(element);
    const cover = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) >
        least &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > least;
    const isOnScreen = (box: DOMRect): boolean =>
      box.width > least &&
      box.height > least &&
      box.bottom > 0 &&
      box.top < innerHeight &&
      box.right > 0 &&
      box.left < innerWidth;
    const texts: { node: Text; element: Element }[] = [];
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (
        node.textContent!.trim() &&
        isShown(element) &&
        !element.closest("script, style, option, title, desc")
      ) {
        texts.push({ node: node as Text, element });
      }
    }
    const pictures = [...document.querySelectorAll("img, video")].filter(
      isShown,
    );
    // The layout of a new width: parts outside the screen are laid out when they come near it.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const last = document.documentElement.scrollHeight - innerHeight;
    for (let at = 0; ; at = Math.min(at + innerHeight / 2, last)) {
      scrollTo({ top: at, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const shown: Shown[] = [];
      for (const { node, element } of texts) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const name = `"${node.textContent!.trim().slice(0, 40)}"`;
        for (const box of range.getClientRects()) {
          // The line's own height, without the space that the font asks for around it.
          const spare =
            Math.max(
              0,
              box.height - parseFloat(getComputedStyle(element).fontSize),
            ) / 2;
          const inner = new DOMRect(
            box.x,
            box.y + spare,
            box.width,
            box.height - 2 * spare,
          );
          if (isOnScreen(inner)) shown.push({ name, box: inner, element });
        }
      }
      const seen = pictures.map((element) => ({
        name: element.getAttribute("src") ?? "picture",
        box: element.getBoundingClientRect(),
        element,
      }));
      const all = [...shown, ...seen.filter(({ box }) => isOnScreen(box))].sort(
        (one, other) => one.box.top - other.box.top,
      );
      for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
          if (other.box.top >= one.box.bottom) break;
          const isOwn =
            one.element.contains(other.element) ||
            other.element.contains(one.element);
          const isText = one.name.startsWith('"') || other.name.startsWith('"');
          if (isText && !isOwn && cover(one.box, other.box))
            found.add(`${one.name} and ${other.name}`);
        }
      }
      if (at >= last) return [...found];
    }
  });
}
