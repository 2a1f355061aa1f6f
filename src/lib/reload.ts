/** For the app's own reloads, of which nobody has to be asked. */
const preparations = new Set<() => void>();

export function beforeReload(prepare: () => void): void {
  preparations.add(prepare);
}

export function reload(): void {
  for (const prepare of preparations) prepare();
  window.location.reload();
}
