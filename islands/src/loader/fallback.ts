// What a visitor sees when an island cannot run (S5f): a sentence with a link home, in the page's
// language, below the HTML that still works. Texts come as attributes from the generator.

/** Adds the message to the island's element, once. */
export function showFallback(element: Element): void {
  const text = element.getAttribute("fallback");
  if (!text) return;
  const message = document.createElement("p");
  const link = document.createElement("a");
  message.className = "island-fallback";
  message.setAttribute("role", "status");
  link.href = element.getAttribute("home") || "/";
  link.textContent = element.getAttribute("home-label");
  message.append(`${text} `, link);
  element.append(message);
}
