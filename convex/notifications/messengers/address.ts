/**
 * Which addresses are accepted: those of the four vendors, by host and path. They contain the secret, so what is shown
 * afterwards is masked, and texts that come back from outside are searched for it.
 */
import { userError } from "../../lib/userError";
import {
  MAX_MESSENGER_ADDRESS_LENGTH,
  MESSENGER_MESSAGES,
  type MessengerKind,
} from "../../shared/messengers";
import type { EnteredMessenger, Messenger } from "./table";

/** An address as it is stored. */
export interface StoredMessenger {
  url: string;
  messenger: Messenger;
}

const SLACK_HOSTS = ["hooks.slack.com", "hooks.slack-gov.com"];
const SLACK_PATH = /^\/services\/T[A-Z\d]{5,20}\/B[A-Z\d]{5,20}\/[A-Za-z\d]{10,64}$/;
const DISCORD_HOSTS = ["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"];
const DISCORD_PATH = /^\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{15,20})\/([\w-]{40,100})$/;
/** Workflows have addresses of Azure Logic Apps or, since 2025, of the Power Platform. */
const TEAMS_ADDRESSES = [
  {
    host: /^[a-z\d-]+(?:\.[a-z\d-]+)*\.logic\.azure\.com$/,
    path: /^\/workflows\/[\da-f]{32}\/triggers\/manual\/paths\/invoke\/?$/,
  },
  {
    host: /^[a-z\d-]+(?:\.[a-z\d-]+)*\.environment\.api\.powerplatform\.com$/,
    path: /^\/powerautomate\/automations\/direct\/workflows\/[\da-f]{32}\/triggers\/manual\/paths\/invoke\/?$/,
  },
];
const TEAMS_CONNECTOR = /(?:^|\.)(?:webhook\.office|outlook\.office(?:365)?)\.com$/;
const TEAMS_PARAMETERS = ["api-version", "sp", "sv", "sig"];
const TELEGRAM_URL = "https://api.telegram.org";
const BOT_TOKEN = /^\d{5,16}:[\w-]{30,64}$/;
const CHAT_ID = /^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/;
/** Characters of a secret that stay visible, so that owners recognize it. */
const SHOWN = 4;

/** Returns the address as it is stored, or throws. */
export function checkedMessenger(entered: EnteredMessenger): StoredMessenger {
  if (entered.kind === "telegram") {
    const { token, chatId } = entered;
    return { url: checkedBotUrl(token), messenger: telegramChat(chatId) };
  }
  return { url: checkedUrl(entered.kind, entered.url), messenger: { kind: entered.kind } };
}

export function telegramChat(chatId: string): Messenger {
  const trimmed = chatId.trim();
  if (!CHAT_ID.test(trimmed)) throw refused("telegramChat");
  return { kind: "telegram", chatId: trimmed };
}

export function checkedBotUrl(token: string): string {
  const trimmed = token.trim();
  if (!BOT_TOKEN.test(trimmed)) throw refused("telegramToken");
  return `${TELEGRAM_URL}/bot${trimmed}/sendMessage`;
}

export function checkedUrl(kind: Exclude<MessengerKind, "telegram">, address: string): string {
  const text = address.trim();
  if (text.length > MAX_MESSENGER_ADDRESS_LENGTH || !URL.canParse(text)) throw refused(kind);
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "" && url.port === "";
  if (url.protocol !== "https:" || !isPlain) throw refused(kind);
  switch (kind) {
    case "slack":
      return slackUrl(url);
    case "discord":
      return discordUrl(url);
    case "teams":
      return teamsUrl(url);
    default:
      throw new Error(`${String(kind satisfies never)} has no address`);
  }
}

function slackUrl({ hostname, pathname, origin }: URL): string {
  if (!SLACK_HOSTS.includes(hostname) || !SLACK_PATH.test(pathname)) throw refused("slack");
  return origin + pathname;
}

function discordUrl({ hostname, pathname, searchParams }: URL): string {
  const [, id, token] = DISCORD_PATH.exec(pathname) ?? [];
  if (!DISCORD_HOSTS.includes(hostname) || id === undefined || token === undefined) {
    throw refused("discord");
  }
  const thread = searchParams.get("thread_id") ?? "";
  const query = /^\d{15,20}$/.test(thread) ? `?thread_id=${thread}` : "";
  return `https://discord.com/api/webhooks/${id}/${token}${query}`;
}

function teamsUrl({ hostname, pathname, searchParams, origin }: URL): string {
  if (TEAMS_CONNECTOR.test(hostname)) throw refused("teamsConnector");
  const isKnown = TEAMS_ADDRESSES.some(
    ({ host, path }) => host.test(hostname) && path.test(pathname),
  );
  if (!isKnown || (searchParams.get("sig") ?? "") === "") throw refused("teams");
  const kept = TEAMS_PARAMETERS.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  return `${origin}${pathname}?${new URLSearchParams(kept).toString()}`;
}

/** For example "hooks.slack.com/…aB3d" or "123456789:…aB3d". */
export function maskedAddress({ url, messenger }: StoredMessenger): string {
  const end = secretOf({ url, messenger }).slice(-SHOWN);
  if (messenger.kind !== "telegram") return `${new URL(url).host}/…${end}`;
  const [botId = ""] = botToken(url).split(":");
  return `${botId}:…${end}`;
}

/** Replaces the secret in a text from outside, such as the message of a failed request. */
export function withoutSecret(text: string, stored: StoredMessenger): string {
  const secret = secretOf(stored);
  const { pathname, search } = new URL(stored.url);
  const parts = [stored.url, pathname + search, pathname, secret, encodeURIComponent(secret)];
  return parts.reduce((rest, part) => rest.replaceAll(part, "…"), text);
}

/** The part of the address that nobody can guess. */
function secretOf({ url, messenger }: StoredMessenger): string {
  if (messenger.kind === "telegram") return botToken(url).split(":")[1] ?? "";
  const { pathname, searchParams } = new URL(url);
  if (messenger.kind === "teams") return searchParams.get("sig") ?? "";
  return pathname.split("/").at(-1) ?? "";
}

function botToken(url: string): string {
  return new URL(url).pathname.split("/")[1]?.slice("bot".length) ?? "";
}

function refused(why: keyof typeof MESSENGER_MESSAGES) {
  return userError("messenger_rejected", MESSENGER_MESSAGES[why]);
}
