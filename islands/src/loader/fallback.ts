// The message for an island that cannot start (S5f): a sentence and a link to the home page, in the language of the
// page, below the HTML, which still works. The generator writes the texts into attributes.

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
