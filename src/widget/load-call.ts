import { loadAgain } from "../lib/load-again";

/** The script of a call, which `vite.widget.ts` builds apart: the same one for every page with a button. */
export const loadCall = () => loadAgain(() => import("./call"));
