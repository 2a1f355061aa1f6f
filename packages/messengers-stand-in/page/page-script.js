// Shows new messages without a reload, unless somebody reads a request.
setInterval(async () => {
  if (document.querySelector("main details[open]") !== null || document.hidden) return;
  const answer = await fetch("/messengers").catch(() => null);
  if (answer === null || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("#messages");
  const shown = document.querySelector("#messages");
  if (next !== null && shown !== null && next.innerHTML !== shown.innerHTML) {
    shown.innerHTML = next.innerHTML;
  }
}, 1_000);
