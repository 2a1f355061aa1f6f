/** Called before the app reloads itself, which needs no confirmation. */
const preparations = new Set<() => void>();

export function beforeReload(prepare: () => void): void {
  preparations.add(prepare);
}

export function reload(): void {
  for (const prepare of preparations) prepare();
  window.location.reload();
}
