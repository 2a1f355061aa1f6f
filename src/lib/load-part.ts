import { loadAgain } from "./load-again";
import { isOutdated } from "./outdated";
import { reload } from "./reload";

const RELOADED_FROM = "hark.reloaded-from";

/**
 * What a module that is a chunk of its own exports by this name. A deploy takes the files of the build before away, and
 * with them the pages that nobody had opened yet: then the app is loaded anew by itself, at the address that was
 * asked for. Vite tells of it by `vite:preloadError` too, but after that the import fails all the same.
 */
export async function loadPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  try {
    const module = await loadAgain(load);
    // One that came under another address is the chunk, in which not every export has its own name.
    if (module[name] === undefined) throw new Error(`${String(name)} could not be loaded`);
    return module[name];
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
