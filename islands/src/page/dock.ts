// Hides the bar at the bottom of a phone (S2) while a lead form is on the screen: the class `is-form-shown` on <html>.

export function watchDock(): void {
  const shown = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      shown[isIntersecting ? "add" : "delete"](target);
    document.documentElement.classList.toggle("is-form-shown", !!shown.size);
  });
  for (const form of document.querySelectorAll(".contact-form"))
    observer.observe(form);
}
