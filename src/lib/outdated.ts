/**
 * Whether this page belongs to a build that is no longer served, so that its files may be missing.
 * Requesting a missing file would not show it: some hosts answer with a page.
 */
export async function isOutdated(): Promise<boolean> {
  const scripts = [...document.querySelectorAll("script[type=module][src]")];
  try {
    const page = await fetch(window.location.href, { cache: "no-store" });
    const html = await page.text();
    return page.ok && scripts.some((script) => !html.includes(script.getAttribute("src") ?? ""));
  } catch {
    // No connection, so nothing is known about the build.
    return false;
  }
}
