import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { useTheme } from "../lib/theme";
import { showToasts } from "../lib/toast";

const DURATION_MS = 4_000;
const MAX_VISIBLE = 3;

/** sonner makes them 356 px wide; toasts.css sets their colours. */
export function Toasts() {
  const [theme] = useTheme();

  // Effects of children run first, so the toaster is ready when this one runs.
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
