import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { useTheme } from "../lib/theme";
import { showToasts } from "../lib/toast";

const DURATION_MS = 4_000;
const MAX_VISIBLE = 3;

/** Their width of 356 px is sonner's own; their colours are in toasts.css. */
export function Toasts() {
  const [theme] = useTheme();

  // The toaster's own effects come first: it hears what is shown from here on.
  useEffect(() => showToasts(({ kind, text, ...details }) => toast[kind](text, details)), []);

  return (
    <Toaster
      theme={theme}
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      className="hark-toasts"
    />
  );
}
