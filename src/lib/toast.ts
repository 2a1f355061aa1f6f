/** What is told in passing. Who shows it is loaded after the page, and is given then what was said before. */
export interface Toast {
  kind: "success" | "error" | "info";
  text: string;
  description?: string | undefined;
  link?: ToastLink | null | undefined;
}

export interface ToastLink {
  label: string;
  path: string;
}

type Details = Pick<Toast, "description">;

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | null = null;
let hideAll: () => void = () => undefined;

function say(toast: Toast): void {
  if (show === null) waiting.push(toast);
  else show(toast);
}

export const toast = {
  success: (text: string, link?: ToastLink | null) => say({ kind: "success", text, link }),
  error: (text: string, details?: Details) => say({ kind: "error", text, ...details }),
  info: (text: string) => say({ kind: "info", text }),
  /** Removes those on the screen and those to come, because something newer is about to be said. */
  clear() {
    waiting.length = 0;
    hideAll();
  },
};

/** Answers how to stop. */
export function showToasts(shown: (toast: Toast) => void, hidden: () => void): () => void {
  show = shown;
  hideAll = hidden;
  waiting.splice(0).forEach(shown);
  return () => {
    if (show === shown) show = null;
  };
}
