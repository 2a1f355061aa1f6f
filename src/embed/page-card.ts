/** A card over the page, for what an assistant shows or asks. There is one at a time. */
import type { PageUse } from "../../convex/shared/pageActions";

const CARD = {
  all: "initial",
  position: "fixed",
  inset: "20px auto auto 20px",
  // Above a phone's panel.
  zIndex: "2147483001",
  boxSizing: "border-box",
  width: "min(420px, calc(100vw - 40px))",
  padding: "12px",
  border: "1px solid #cbd5e1",
  borderRadius: "12px",
  background: "#ffffff",
  color: "#0f172a",
  font: "16px/1.4 system-ui, sans-serif",
  boxShadow: "0 4px 16px rgb(15 23 42 / 16%)",
};

const BUTTON = {
  border: "0",
  borderRadius: "8px",
  background: "#e2e8f0",
  color: "inherit",
  font: "inherit",
  cursor: "pointer",
};

const CONTENT = { display: "block", width: "100%", border: "0", borderRadius: "8px" };
const SIZES: Partial<Record<string, object>> = {
  IMG: { height: "auto", maxHeight: "50vh", objectFit: "contain" },
  IFRAME: { height: "min(300px, 50vh)" },
  A: { color: "#1d4ed8", padding: "8px 0" },
};

const CLOSE_PX = "32px";

interface Words {
  close: string;
  yes: string;
  no: string;
}

const ENGLISH: Words = { close: "Close", yes: "Yes", no: "No" };
/** By the page's language. */
const WORDS: Partial<Record<string, Words>> = {
  de: { close: "Schließen", yes: "Ja", no: "Nein" },
  fr: { close: "Fermer", yes: "Oui", no: "Non" },
  es: { close: "Cerrar", yes: "Sí", no: "No" },
  it: { close: "Chiudi", yes: "Sì", no: "No" },
  pt: { close: "Fechar", yes: "Sim", no: "Não" },
  nl: { close: "Sluiten", yes: "Ja", no: "Nee" },
  pl: { close: "Zamknij", yes: "Tak", no: "Nie" },
  sv: { close: "Stäng", yes: "Ja", no: "Nej" },
  da: { close: "Luk", yes: "Ja", no: "Nej" },
  tr: { close: "Kapat", yes: "Evet", no: "Hayır" },
  ja: { close: "閉じる", yes: "はい", no: "いいえ" },
};

/** The assistant waits no longer. */
const QUESTION_TIMEOUT_MS = 20_000;

let closeShown: (() => void) | null = null;

export function showCard(title: string, createContent: () => HTMLElement): void {
  const content = createContent();
  Object.assign(content.style, CONTENT, SIZES[content.tagName]);
  // A link says it itself.
  openCard(title, [...(content.tagName === "A" ? [] : [heading(title)]), content]);
}

/** Whether the visitor says yes to it. Closing the card is a no. */
export async function askVisitor(question: string, values: PageUse["values"]): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    const isLate = () => {
      reject(new Error("The visitor has not answered."));
      close();
    };
    const timer = setTimeout(isLate, QUESTION_TIMEOUT_MS);
    const { yes, no } = words();
    const accept = button(yes, () => {
      resolve(true);
      close();
    });
    Object.assign(accept.style, { background: "#1d4ed8", color: "#ffffff" });
    const buttons = document.createElement("div");
    Object.assign(buttons.style, { display: "flex", gap: "8px", marginTop: "12px" });
    buttons.append(
      accept,
      button(no, () => close()),
    );
    const close = openCard(question, [heading(question), listOf(values), buttons], () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/** Returns a function that closes it. */
function openCard(title: string, content: HTMLElement[], onClose?: () => void): () => void {
  closeShown?.();
  const holder = document.createElement("div");
  Object.assign(holder.style, CARD);
  const card = document.createElement("section");
  // Screen readers read it, and the focus stays where it is.
  card.role = "alert";
  card.ariaLabel = title;
  const close = () => {
    holder.remove();
    closeShown = null;
    onClose?.();
  };
  card.append(...content, closeButton(close));
  holder.attachShadow({ mode: "open" }).append(card);
  holder.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  document.body.append(holder);
  closeShown = close;
  return close;
}

function heading(title: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = title;
  Object.assign(element.style, { margin: `0 ${CLOSE_PX} 8px 0`, minHeight: "24px" });
  return element;
}

function listOf(values: PageUse["values"]): HTMLElement {
  const list = document.createElement("dl");
  Object.assign(list.style, { margin: "0", overflowWrap: "anywhere" });
  for (const [name, value] of Object.entries(values)) {
    const term = document.createElement("dt");
    term.textContent = name.replaceAll("_", " ");
    Object.assign(term.style, { color: "#475569", fontSize: "14px" });
    const description = document.createElement("dd");
    description.textContent = saidOf(value);
    description.style.margin = "0 0 8px";
    list.append(term, description);
  }
  return list;
}

function saidOf(value: PageUse["values"][string]): string {
  if (typeof value !== "boolean") return String(value);
  const { yes, no } = words();
  return value ? yes : no;
}

function button(textContent: string, onClick: () => void): HTMLElement {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", textContent });
  Object.assign(element.style, BUTTON, { flex: "1", padding: "8px 16px" });
  element.addEventListener("click", onClick);
  return element;
}

function closeButton(close: () => void): HTMLElement {
  const element = button("×", close);
  element.ariaLabel = words().close;
  Object.assign(element.style, {
    position: "absolute",
    inset: "8px 8px auto auto",
    width: CLOSE_PX,
    height: CLOSE_PX,
    padding: "0",
  });
  return element;
}

function words(): Words {
  const language = document.documentElement.lang || navigator.language;
  return WORDS[language.slice(0, 2).toLowerCase()] ?? ENGLISH;
}
