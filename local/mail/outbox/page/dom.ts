/** Elements by hand: whatever is put in is text, so no mail can bring a script along. */
export type Child = Node | string | null;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(label: string, onPress: () => void, kind = "quiet"): HTMLButtonElement {
  const made = element("button", { type: "button", class: kind }, label);
  made.addEventListener("click", onPress);
  return made;
}

export function byId(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id}`);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
}

/** Said to screen readers, and shown for a moment. */
export function say(text: string): void {
  byId("said").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => byId("said").replaceChildren(), SAID_FOR_MS);
}

const SAID_FOR_MS = 4000;
let fading: ReturnType<typeof setTimeout> | undefined;

export function copy(text: string): void {
  void navigator.clipboard.writeText(text).then(
    () => say(`Copied ${text}`),
    () => say("The browser did not let us copy."),
  );
}
