/** Shows what arrives without a reload, unless somebody reads a request. */
async function refresh(): Promise<void> {
  if (document.querySelector("main details[open]") !== null || document.hidden) return;
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok !== true) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("#arrived");
  const shown = document.querySelector("#arrived");
  if (next !== null && shown !== null && next.innerHTML !== shown.innerHTML) {
    shown.replaceChildren(...next.childNodes);
  }
}

setInterval(() => void refresh(), 1_000);

export {};
