/** The outbox in the browser: a list, a reader, and what may be done to the next mail. */
import { button, byId, element, say } from "./dom.ts";
import { moveIn, showList } from "./list.ts";
import { showMail, showNothing } from "./reader.ts";
import { cancelFaults, deleteAll, faults, findMails, orderFault, readMail } from "./requests.ts";

const search = byId("search") as HTMLInputElement;
const failing = byId("failing") as HTMLSelectElement;
const recipient = new URLSearchParams(location.search).get("to");

const chosen = () => location.hash.slice(1);

/** Only the answer to the newest question is shown. */
let asked = 0;

async function refresh(): Promise<void> {
  const question = (asked += 1);
  const query = new URLSearchParams();
  if (search.value.trim() !== "") query.set("q", search.value.trim());
  if (recipient !== null) query.set("to", recipient);
  const id = chosen();
  const [found, ordered, mail] = await Promise.all([
    findMails(query),
    faults(),
    id === "" ? null : readMail(id).catch(() => null),
  ]);
  if (question !== asked) return;
  showList(found, id, search.value.trim() === "" ? (recipient ?? "") : search.value.trim());
  showFaults(ordered.faults.map(({ kind }) => kind));
  document.body.classList.toggle("reading", mail !== null);
  if (mail === null) showNothing();
  else showMail(mail);
}

function showFaults(kinds: string[]): void {
  const line = byId("ordered");
  line.hidden = kinds.length === 0;
  const names = kinds.map(
    (kind) => failing.querySelector(`option[value="${kind}"]`)?.textContent ?? kind,
  );
  line.replaceChildren(
    element("span", {}, `Fails next: ${names.join("; then ")}`),
    button("Cancel", () => void cancelFaults()),
  );
}

function look(): void {
  void refresh().catch((error: unknown) => say(String(error)));
}

search.addEventListener("input", look);
/** Once the list is there again, which on phones a mail takes the place of. */
async function comeBackFrom(address: string): Promise<void> {
  await refresh();
  if (chosen() !== "") return;
  const mail = CSS.escape(new URL(address).hash);
  const link = document.querySelector<HTMLElement>(`#mails a[href="${mail}"]`);
  (link ?? document.querySelector<HTMLElement>("#mails a"))?.focus();
}

window.addEventListener("hashchange", ({ oldURL }) => {
  void comeBackFrom(oldURL).catch((error: unknown) => say(String(error)));
});
failing.addEventListener("change", () => {
  if (failing.value !== "") void orderFault(failing.value);
  failing.value = "";
});

const remove = byId("remove") as HTMLButtonElement;
let isSure = false;
const ask = (sure: boolean) => {
  isSure = sure;
  remove.textContent = sure ? "Delete all for good?" : "Delete all";
};
remove.addEventListener("click", () => {
  if (!isSure) {
    ask(true);
    return;
  }
  ask(false);
  location.hash = "";
  void deleteAll().then(() => say("Deleted"));
});
remove.addEventListener("blur", () => ask(false));
byId("back").addEventListener("click", () => {
  location.hash = "";
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target === search || event.target === failing;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (isTyping) search.blur();
    else location.hash = "";
  } else if (isTyping) {
    return;
  } else if (event.key === "/") {
    event.preventDefault();
    search.focus();
  } else if (event.key === "j" || event.key === "k") {
    moveIn(byId("mails"), event.key === "j" ? 1 : -1);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!byId("mails").contains(document.activeElement)) return;
    event.preventDefault();
    moveIn(byId("mails"), event.key === "ArrowDown" ? 1 : -1);
  }
});

const changes = new EventSource("/outbox/changes");
changes.addEventListener("message", look);
changes.addEventListener("open", () => {
  document.body.classList.remove("away");
  look();
});
changes.addEventListener("error", () => document.body.classList.add("away"));
look();
