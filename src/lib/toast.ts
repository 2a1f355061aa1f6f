/** A short message that disappears by itself. Toasts wait until the component that shows them has loaded. */
export interface Toast {
  kind: "success" | "error" | "info";
  text: string;
  description?: string | undefined;
  link?: ToastLink | null | undefined;
  undo?: (() => void) | undefined;
}

export interface ToastLink {
  label: string;
  path: string;
}

type Details = Pick<Toast, "description">;

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | null = null;
let hideAll: () => void = () => undefined;

function post(toast: Toast): void {
  if (show === null) waiting.push(toast);
  else show(toast);
}

export const toast = {
  /** With a link, the description is left out. */
  success: (text: string, link?: ToastLink | null, details?: Details) =>
    post({ kind: "success", text, ...details, link }),
  error: (text: string, details?: Details) => post({ kind: "error", text, ...details }),
  /** Offers to undo what was done. */
  undoable: (text: string, undo: () => void) => post({ kind: "success", text, undo }),
  info: (text: string) => post({ kind: "info", text }),
  /** Removes the toasts on the screen and those to come, because something newer is about to be said. */
  clear() {
    waiting.length = 0;
    hideAll();
  },
};

/** Passes every toast to `display`. Returns a function that stops this. */
export function showToasts(display: (toast: Toast) => void, hide: () => void): () => void {
  show = display;
  hideAll = hide;
  waiting.splice(0).forEach(display);
  return () => {
    if (show === display) show = null;
  };
}
