/**
 * A button may stand on a page for longer than what it was built with is kept. Its frame is then loaded anew,
 * once, as the page that looks up by itself, since that one is of the same build as what lies beside it; and
 * what was begun goes on.
 */
const AGAIN = "again";
let wasRenewed = window.history.state === AGAIN;
// A page that is gone back to begins nothing by itself.
if (wasRenewed) window.history.replaceState(null, "");
const hadItsChance = wasRenewed;

/** Whether a press of before is to go on; true once. */
export function takePressOfBefore(): boolean {
  const was = wasRenewed;
  wasRenewed = false;
  return was;
}

/** False when there is nothing to be had by it. */
export async function renew(): Promise<boolean> {
  if (hadItsChance) return false;
  const { pathname, search, hash } = window.location;
  const address = `${pathname}${search === "" ? "?" : `${search}&`}again${hash}`;
  try {
    const answer = await fetch("/widget.html", { method: "HEAD", cache: "no-store" });
    if (!answer.ok) return false;
  } catch {
    // Nobody there, which is another trouble.
    return false;
  }
  // Not in the address alone, with which any link could have a call begin.
  window.history.replaceState(AGAIN, "", address);
  window.location.reload();
  return true;
}
