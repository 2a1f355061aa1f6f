/** Shows new messages without a reload, unless somebody reads a request. */
async function refresh(): Promise<void> {
  if (document.querySelector("main details[open]") !== null || document.hidden) return;
  const answer = await fetch("/messengers").catch(() => null);
  if (answer?.ok !== true) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("#messages");
  const shown = document.querySelector("#messages");
  if (next !== null && shown !== null && next.innerHTML !== shown.innerHTML) {
    shown.replaceChildren(...next.childNodes);
  }
}

setInterval(() => void refresh(), 1_000);

export {};
