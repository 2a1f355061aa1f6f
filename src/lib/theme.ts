import { useSyncExternalStore } from "react";
import { keep, kept } from "./kept-setting";

export type Theme = "system" | "light" | "dark";

export const THEMES: readonly { id: Theme; name: string }[] = [
  { id: "system", name: "System" },
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
];

/** index.html reads it too, before anything is painted. */
const KEY = "hark.theme";

const listeners = new Set<() => void>();

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosenTheme, unknownTheme), chooseTheme];
}

function chosenTheme(): Theme {
  return THEMES.find(({ id }) => id === kept(KEY))?.id ?? "system";
}

/** While a page is drawn at build time, and while the browser takes it over. */
function unknownTheme(): Theme {
  return "system";
}

function chooseTheme(theme: Theme): void {
  keep(KEY, theme);
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

/** Also when another tab has changed it. */
function paint(): void {
  const theme = chosenTheme();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  for (const listener of listeners) listener();
}
