type ImportFrom = (address: string) => Promise<unknown>;

/**
 * Loads a module, and tries another address if that fails. Browsers from before
 * https://github.com/whatwg/html/pull/10327 remember a failed import while the page is open, so after a short network
 * failure every later import from the same address would fail too.
 */
export async function loadAgain<Module>(
  load: () => Promise<Module>,
  importFrom: ImportFrom = (address) => import(/* @vite-ignore */ address),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Chromium and Firefox name the file in the error.
    const [address] = /https?:\/\/\S+\.js\b/.exec(String(error)) ?? [];
    if (address === undefined) throw error;
    return (await importFrom(`${address}?again=${Date.now()}`)) as Module;
  }
}
