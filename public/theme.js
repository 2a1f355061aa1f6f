// Runs before the first paint and so cannot be part of the bundle: no flash of the other theme.
// src/lib/theme.ts keeps the choice under the same name.
try {
  const theme = localStorage.getItem("hark.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
