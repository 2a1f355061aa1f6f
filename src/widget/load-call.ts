import { loadAgain } from "../lib/load-again";

/** Loads the script of a call, which `vite.widget.ts` builds separately. It is the same for all pages with a button. */
export const loadCall = () => loadAgain(() => import("./call"));
