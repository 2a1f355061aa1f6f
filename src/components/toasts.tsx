import { useEffect } from "react";
import { Link } from "react-router-dom";
import { toast, Toaster } from "sonner";
import { useTheme } from "../lib/theme";
import { TOASTS } from "./texts";
import { TEXT_LINK_CLASS } from "./text-link-class";
import { showToasts, type ToastLink } from "../lib/toast";

const DURATION_MS = 4_000;
const UNDO_DURATION_MS = 10_000;
const MAX_VISIBLE = 3;

/** sonner makes them 356 px wide; toasts.css sets their colours. */
export function Toasts() {
  const [theme] = useTheme();

  // Effects of children run first, so the toaster is ready when this one runs.
  useEffect(
    () =>
      showToasts(
        ({ kind, text, description, link, undo }) => {
          const id = toast[kind](text, {
            description:
              link == null ? (
                description
              ) : (
                <ToastLinkTo {...link} onFollow={() => toast.dismiss(id)} />
              ),
            ...(undo === undefined ? {} : undoing(undo)),
          });
        },
        () => toast.dismiss(),
      ),
    [],
  );

  return (
    <Toaster
      theme={theme}
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      className="hark-toasts"
    />
  );
}

function undoing(undo: () => void) {
  return { duration: UNDO_DURATION_MS, action: { label: TOASTS.undo, onClick: undo } };
}

function ToastLinkTo({ label, path, onFollow }: ToastLink & { onFollow: () => void }) {
  return (
    <Link to={path} className={TEXT_LINK_CLASS} onClick={onFollow}>
      {label}
    </Link>
  );
}
