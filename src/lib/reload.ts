type Prepare = (reload: { asks: boolean }) => void;

/** Called before the page is reloaded. */
const preparations = new Set<Prepare>();

export function beforeReload(prepare: Prepare): void {
  preparations.add(prepare);
}

/** The app reloads itself, which needs no confirmation. */
export function reload(): void {
  prepareAndReload({ asks: false });
}

/** Somebody wants to reload. The browser asks first if something typed would be lost. */
export function reloadAsking(): void {
  prepareAndReload({ asks: true });
}

function prepareAndReload(reloading: { asks: boolean }): void {
  for (const prepare of preparations) prepare(reloading);
  window.location.reload();
}
