const HOVER_MS = 100;

const loads: [path: string, load: () => Promise<unknown>][] = [];
let timer: number | undefined;

export function loadBeforehand(path: string, load: () => Promise<unknown>): void {
  loads.push([path, load]);
}

/** What a link leads to is loaded once the pointer has rested on it. */
export function watchLinks(): void {
  document.addEventListener("mouseover", ({ target }) => {
    clearTimeout(timer);
    const link = (target as Element).closest("a");
    if (link?.origin !== location.origin) return;
    timer = window.setTimeout(() => {
      // What was pressed meanwhile loads its page itself.
      if (link.pathname === location.pathname) return;
      // Whoever opens the page has it loaded again, and hears of it if that fails.
      for (const [path, load] of loads) if (path === link.pathname) load().catch(() => undefined);
    }, HOVER_MS);
  });
}
