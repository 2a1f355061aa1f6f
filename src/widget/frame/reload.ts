/**
 * A page can stay open for longer than the files of its button's build exist. The frame is then reloaded once, as the page
 * that looks up its assistant by itself, which is always from the current build. The press that failed continues there.
 */
const AFTER_PRESS = "again";
let isPressPending = window.history.state === AFTER_PRESS;
// Going back to this page must not start a call.
if (isPressPending) window.history.replaceState(null, "");
const wasReloaded = isPressPending;

/** Whether a press from before the reload has to continue. True only once. */
export function takePressBeforeReload(): boolean {
  const isPending = isPressPending;
  isPressPending = false;
  return isPending;
}

/** False if reloading would not help. */
export async function reloadOnce(): Promise<boolean> {
  if (wasReloaded) return false;
  const { pathname, search, hash } = window.location;
  const address = `${pathname}${search === "" ? "?" : `${search}&`}again${hash}`;
  try {
    const answer = await fetch("/widget.html", { method: "HEAD", cache: "no-store" });
    if (!answer.ok) return false;
  } catch {
    // Offline. The button shows that.
    return false;
  }
  // Not only in the address, because then any link could start a call.
  window.history.replaceState(AFTER_PRESS, "", address);
  window.location.reload();
  return true;
}
