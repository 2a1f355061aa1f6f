const HOVER_MS = 100;

const loads: [path: string, load: () => Promise<unknown>][] = [];
let timer: number | undefined;

export function loadBeforehand(path: string, load: () => Promise<unknown>): void {
  loads.push([path, load]);
}

/** Loads the page behind a link once the pointer has rested on it. */
export function watchLinks(): void {
  document.addEventListener("mouseover", ({ target }) => {
    clearTimeout(timer);
    const link = (target as Element).closest("a");
    if (link?.origin !== location.origin) return;
    timer = window.setTimeout(() => {
      // The link was clicked meanwhile, so the page is loading already.
      if (link.pathname === location.pathname) return;
      // Opening the page loads it again, and shows the error if that fails too.
      for (const [path, load] of loads) if (path === link.pathname) load().catch(() => undefined);
    }, HOVER_MS);
  });
}
