import { Toaster } from "sonner";
import { useTheme } from "../lib/theme";

const DURATION_MS = 4_000;
const MAX_VISIBLE = 3;

/** Their width of 356 px is sonner's own; their colours are in toasts.css. */
export function Toasts() {
  const [theme] = useTheme();
  return (
    <Toaster
      theme={theme}
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      className="hark-toasts"
    />
  );
}
