/** A short message that disappears by itself. Toasts wait until the component that shows them has loaded. */
export interface Toast {
  kind: "success" | "error" | "info";
  text: string;
  description?: string | undefined;
}

type Details = Pick<Toast, "description">;

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | null = null;

function post(toast: Toast): void {
  if (show === null) waiting.push(toast);
  else show(toast);
}

export const toast = {
  success: (text: string) => post({ kind: "success", text }),
  error: (text: string, details?: Details) => post({ kind: "error", text, ...details }),
  info: (text: string) => post({ kind: "info", text }),
};

/** Passes every toast to `display`. Returns a function that stops this. */
export function showToasts(display: (toast: Toast) => void): () => void {
  show = display;
  waiting.splice(0).forEach(display);
  return () => {
    if (show === display) show = null;
  };
}
