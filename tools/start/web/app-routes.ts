/** The addresses below which the app has pages that its script draws. All others have a file, or are none. */
export const APP_ROUTES = ["/dashboard", "/test-embed"];

export function isAppRoute(pathname: string): boolean {
  return APP_ROUTES.some((route) => pathname === route || pathname.startsWith(`${route}/`));
}
