import { loadAgain } from "../lib/load-again";

/** Loads the script of the panel, which `vite.widget.ts` builds separately. It is the same for all pages with a button. */
export const loadPanel = () => loadAgain(() => import("./panel"));
