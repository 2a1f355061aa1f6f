/** The page with the messages that arrived. */
import type { Hono } from "hono";
import { html } from "hono/html";
import { createArrivalsPage } from "@hark/stand-in-kit/arrivals-page";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { EXAMPLES } from "./addresses.ts";
import { faultIn } from "./faults.ts";
import type { FaultKind, Faults } from "./faults.ts";
import { VENDORS } from "./received.ts";
import type { ReceivedMessage, ReceivedMessages, Vendor } from "./received.ts";

export const PAGE = "/messengers";

const NAMES: Record<Vendor, string> = {
  slack: "Slack",
  teams: "Microsoft Teams",
  discord: "Discord",
  telegram: "Telegram",
};
const FAULT_LABELS: Record<FaultKind, string> = {
  gone: "The address no longer exists",
  blocked: "It takes no messages: archived, blocked",
  rate_limited: "Too many requests (429)",
  down: "Server error",
  slow: "Slow: shown, answered after 5 s",
  no_answer: "No answer: not shown",
  lost_answer: "Answer lost: shown",
};
const ADDRESSES = [
  ["Slack", EXAMPLES.slack],
  ["Microsoft Teams", EXAMPLES.teams],
  ["Discord", EXAMPLES.discord],
  ["Telegram, bot token", EXAMPLES.telegramToken],
  ["Telegram, chat ID", EXAMPLES.telegramChat],
] as const;

export function createPage(received: ReceivedMessages, faults: Faults): Hono<AppEnv> {
  return createArrivalsPage({
    path: PAGE,
    title: "Messengers",
    about: "What was sent to Slack, Teams, Discord and Telegram stays on this machine.",
    arrived: {
      name: "messages",
      asJson: ({ vendor }) => received.list(vendor),
      asHtml: () => list(received.list()),
      clear: () => received.clear(),
    },
    failures: { label: "Fail the next one", kinds: FAULT_LABELS, ordered: faults, read: faultIn },
    usable: { title: "Addresses that you can use", isOpen: false, values: ADDRESSES },
  });
}

function list(messages: ReceivedMessage[]) {
  if (messages.length === 0) {
    return html`<p class="hint">
      Nothing was sent yet. Messages show up here when they are sent.
    </p>`;
  }
  return VENDORS.filter((vendor) => messages.some((one) => one.vendor === vendor)).map(
    (vendor) =>
      html`<section aria-label="${NAMES[vendor]}">
        <h2>${NAMES[vendor]}</h2>
        <ol>
          ${messages.filter((one) => one.vendor === vendor).map(message)}
        </ol>
      </section>`,
  );
}

function message({ atMs, channel, text, links, body }: ReceivedMessage) {
  const date = new Date(atMs);
  return html`<li>
    <p class="about">
      <span>${channel}</span>
      <time datetime="${date.toISOString()}"
        >${date.toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" })}</time
      >
    </p>
    <p class="text">${text}</p>
    ${links.map((url) => html`<p><a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a></p>`)}
    <details>
      <summary>Request</summary>
      <pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>
    </details>
  </li>`;
}
