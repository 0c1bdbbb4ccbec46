// What the translation of a browser does to a page.
import type { Page } from "@playwright/test";

/**
 * Puts each text, and each later one, into two `<font>` elements as another text node, as the translation of Chromium does.
 * Elements with `translate="no"` and drawings stay as they are.
 */
export function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const translated = new WeakSet<Node>();
    const translateText = (text: Node): void => {
      const parent = text.parentElement;
      if (!parent || translated.has(text) || !text.nodeValue!.trim()) return;
      if (parent.closest("script, style, textarea, svg, [translate=no]"))
        return;
      const fresh = document.createTextNode(`«${text.nodeValue!.trim()}»`);
      translated.add(fresh);
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.append(fresh);
      outer.append(inner);
      text.parentNode!.replaceChild(outer, text);
    };
    const translateIn = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(translateText);
    };
    translateIn(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === "characterData") translateText(target);
        else addedNodes.forEach(translateIn);
    }).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
