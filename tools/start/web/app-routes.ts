/** Paths whose pages the app's script renders. Every other page has a file of its own. */
export const APP_ROUTES = ["/dashboard", "/test-embed"];

export function isAppRoute(pathname: string): boolean {
  return APP_ROUTES.some((route) => pathname === route || pathname.startsWith(`${route}/`));
}
