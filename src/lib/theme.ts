import { useSyncExternalStore } from "react";
import { readSetting, saveSetting } from "./browser-setting";
import type { Theme } from "./widget-protocol";

export const THEMES: readonly { id: Theme; name: string }[] = [
  { id: "system", name: "System" },
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
];

/** index.html also reads this key, before the first paint. */
const KEY = "hark.theme";

const listeners = new Set<() => void>();

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosenTheme, prerenderedTheme), chooseTheme];
}

function chosenTheme(): Theme {
  return THEMES.find(({ id }) => id === readSetting(KEY))?.id ?? "system";
}

/** The theme while a page is rendered at build time and while it is hydrated. */
function prerenderedTheme(): Theme {
  return "system";
}

function chooseTheme(theme: Theme): void {
  saveSetting(KEY, theme);
  paint();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", paint);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", paint);
  };
}

/** Also called when another tab has changed the theme. */
function paint(): void {
  const theme = chosenTheme();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  for (const listener of listeners) listener();
}
