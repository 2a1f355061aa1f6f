import { loadAgain } from "./load-again";
import { isOutdated } from "./outdated";
import { reload } from "./reload";

const RELOADED_FROM = "hark.reloaded-from";

/**
 * Loads one export of a module that is a chunk of its own. A deploy removes the files of the previous build, so an app
 * that is still open cannot load them any more. The app is then reloaded at the same address. Vite reports this as
 * `vite:preloadError`, but the import fails anyway.
 */
export async function loadPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  try {
    const module = await loadAgain(load);
    // From the other address comes the built chunk, in which an export may have another name.
    if (module[name] === undefined) throw new Error(`${String(name)} could not be loaded`);
    return module[name];
  } catch (error) {
    if (!(await isOutdated()) || !isFirstReload()) throw error;
    reload();
    // The screen stays as it is until the browser has reloaded the page.
    return await new Promise<never>(() => undefined);
  }
}

/** Each build reloads once. If that does not help, the owner sees the error. */
function isFirstReload(): boolean {
  try {
    const isFirst = sessionStorage.getItem(RELOADED_FROM) !== import.meta.url;
    sessionStorage.setItem(RELOADED_FROM, import.meta.url);
    return isFirst;
  } catch {
    // Without storage the app might reload for ever.
    return false;
  }
}
