type ImportFrom = (address: string) => Promise<unknown>;

/**
 * Loads a module, also one that could not be loaded before. Browsers of before
 * https://github.com/whatwg/html/pull/10327 remember a failed import for as long as the page is open, so that after a
 * moment without a network every later press would fail: under another address it is asked for anew.
 */
export async function loadAgain<Module>(
  load: () => Promise<Module>,
  importFrom: ImportFrom = (address) => import(/* @vite-ignore */ address),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Where the browser names the file, as Chromium and Firefox do.
    const [address] = /https?:\/\/\S+\.js\b/.exec(String(error)) ?? [];
    if (address === undefined) throw error;
    return (await importFrom(`${address}?again=${Date.now()}`)) as Module;
  }
}
