/** Shows the visitor a part of the page. */

export function scrollTo(part: Element): void {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  part.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", block: "center" });
}

/** An animation, because it needs neither a style of the page nor an exception from its policy. */
export function mark(part: Element): void {
  const marked = { outline: "3px solid #d97706", outlineOffset: "4px" };
  part.animate([marked, marked], { duration: 5_000 });
}
