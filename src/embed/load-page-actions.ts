/** Most pages offer no actions, so their script is loaded only for those that do. */
import type * as PageActionsScript from "./page-actions";

declare global {
  interface Window {
    /** Defined by that script. */
    harkPageActions?: typeof PageActionsScript;
  }
}

let loading: Promise<typeof PageActionsScript> | null = null;

/** As a script of the page, because a page's policy names our address for scripts. */
export async function loadPageActions(origin: string): Promise<typeof PageActionsScript> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      loading = null;
      script.remove();
      reject(new Error(`Hark.actions: ${script.src} could not be loaded.`));
    };
    script.src = `${origin}/page-actions.js`;
    script.addEventListener("error", fail);
    script.addEventListener("load", () => {
      if (window.harkPageActions === undefined) fail();
      else resolve(window.harkPageActions);
    });
    document.head.append(script);
  });
  return await loading;
}
