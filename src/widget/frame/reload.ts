/**
 * A button may stand on a page for longer than the files of its build are kept. Its frame is then loaded anew, once, as the page
 * that looks its assistant up by itself, which is always of the current build. The press that found the files missing goes on.
 */
const AFTER_PRESS = "again";
let isPressPending = window.history.state === AFTER_PRESS;
// Going back to this page must not start a call.
if (isPressPending) window.history.replaceState(null, "");
const wasReloaded = isPressPending;

/** Whether a press from before the reload has to go on; true once. */
export function takePressBeforeReload(): boolean {
  const isPending = isPressPending;
  isPressPending = false;
  return isPending;
}

/** False when reloading would not help. */
export async function reloadOnce(): Promise<boolean> {
  if (wasReloaded) return false;
  const { pathname, search, hash } = window.location;
  const address = `${pathname}${search === "" ? "?" : `${search}&`}again${hash}`;
  try {
    const answer = await fetch("/widget.html", { method: "HEAD", cache: "no-store" });
    if (!answer.ok) return false;
  } catch {
    // Offline, which the button says.
    return false;
  }
  // Not in the address alone, or any link could start a call.
  window.history.replaceState(AFTER_PRESS, "", address);
  window.location.reload();
  return true;
}
