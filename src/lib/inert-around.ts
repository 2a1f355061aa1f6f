/**
 * Makes everything around an element inert, for one that lies over the page. Returns what undoes it. Toasts stay as they are.
 */
export function makeInertAround(element: HTMLElement): () => void {
  const changed: Element[] = [];
  for (let at: Element = element; at.parentElement !== null; at = at.parentElement) {
    for (const sibling of at.parentElement.children) {
      const holdsToasts = sibling.querySelector("[data-sonner-toaster]") !== null;
      if (sibling === at || sibling.hasAttribute("inert") || holdsToasts) continue;
      sibling.setAttribute("inert", "");
      changed.push(sibling);
    }
    if (at.parentElement === document.body) break;
  }
  return () => {
    for (const sibling of changed) sibling.removeAttribute("inert");
  };
}
