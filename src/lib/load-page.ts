import { loadAgain } from "./load-again";
import { isOutdated } from "./outdated";
import { reload } from "./reload";

const RELOADED_FROM = "hark.reloaded-from";

/**
 * A deploy takes the files of the build before away, and with them the pages that nobody had opened
 * yet: then the app is loaded anew by itself, at the address that was asked for.
 * Vite tells of it by `vite:preloadError` too, but after that the import fails all the same.
 */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await loadAgain(load);
  } catch (error) {
    if (!(await isOutdated()) || !isFirstReload()) throw error;
    reload();
    // What is on screen stays until the browser has left.
    return await new Promise<never>(() => undefined);
  }
}

/** Once for each build: if that does not help, the owner is told. */
function isFirstReload(): boolean {
  try {
    const isFirst = sessionStorage.getItem(RELOADED_FROM) !== import.meta.url;
    sessionStorage.setItem(RELOADED_FROM, import.meta.url);
    return isFirst;
  } catch {
    // What cannot be remembered might be done for ever.
    return false;
  }
}
