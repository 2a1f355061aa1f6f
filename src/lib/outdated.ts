/**
 * Whether this page is of a build that is no longer served, so that its files may be gone. What the
 * server answers for a missing file says nothing: some hosts answer with a page.
 */
export async function isOutdated(): Promise<boolean> {
  const scripts = [...document.querySelectorAll("script[type=module][src]")];
  try {
    const page = await fetch(window.location.href, { cache: "no-store" });
    const html = await page.text();
    return page.ok && scripts.some((script) => !html.includes(script.getAttribute("src") ?? ""));
  } catch {
    // Nobody there, which is another trouble.
    return false;
  }
}
