/**
 * What the outbox's pages do beyond links and forms: refresh when mail is sent, filter while you type, copy, and
 * keyboard shortcuts.
 */
const search = byId("search") as HTMLInputElement;
let newestRefresh = 0;

/** Replaces every part of the page that is marked as live, and keeps the mail's frame. */
async function refresh(): Promise<void> {
  const refreshNumber = (newestRefresh += 1);
  const text = await currentPage();
  if (text === null || refreshNumber !== newestRefresh) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(old.id);
    // The open mail was deleted in another window.
    if (fresh === null) {
      location.reload();
      return;
    }
    if (fresh.outerHTML === old.outerHTML) continue;
    const focusedId = old.contains(document.activeElement) ? document.activeElement?.id : "";
    old.replaceWith(fresh);
    if (focusedId) document.getElementById(focusedId)?.focus();
  }
}

/** Null if the server has gone, or the browser is leaving this page. The next connection refreshes it again. */
async function currentPage(): Promise<string | null> {
  try {
    const response = await fetch(location.href);
    return await response.text();
  } catch {
    return null;
  }
}

function say(text: string): void {
  byId("message").textContent = text;
}

function openNeighbour(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#mails a")];
  const open = links.findIndex((link) => link.ariaCurrent === "true");
  links[Math.min(Math.max(open + step, 0), links.length - 1)]?.click();
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
}

search.addEventListener("input", () => {
  const url = new URL(location.href);
  url.searchParams.set("q", search.value.trim());
  history.replaceState(null, "", url);
  void refresh();
});

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-copy]") : null;
  const text = button?.getAttribute("data-copy") ?? null;
  if (text === null) return;
  void navigator.clipboard.writeText(text).then(
    () => say(`Copied ${text}`),
    () => say("The browser did not allow copying."),
  );
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  if (key === "Escape") {
    if (isTyping) target.blur();
    else document.getElementById("back")?.click();
  } else if (isTyping) {
    return;
  } else if (key === "/") {
    event.preventDefault();
    search.focus();
  } else if (key === "j" || key === "k") {
    openNeighbour(key === "j" ? 1 : -1);
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    if (!byId("mails").contains(document.activeElement)) return;
    event.preventDefault();
    openNeighbour(key === "ArrowDown" ? 1 : -1);
  }
});

// The URL names the list entry of the mail that is open or was just closed.
document.getElementById(location.hash.slice(1))?.focus();

const changes = new EventSource("/outbox/changes");
changes.addEventListener("message", () => void refresh());
changes.addEventListener("open", () => {
  document.body.classList.remove("offline");
  void refresh();
});
changes.addEventListener("error", () => document.body.classList.add("offline"));
