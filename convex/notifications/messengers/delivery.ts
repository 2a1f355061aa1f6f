/** The request that brings a message to a messenger, and what its answer means. */
import { optional } from "../../lib/env";
import type { MessengerKind } from "../../shared/messengers";
import { type StoredMessenger, withoutSecret } from "./address";
import { discord } from "./discord";
import type { Answer, MessengerFormat, ReadAnswer } from "./format";
import { slack } from "./slack";
import type { MessengerMessage } from "./table";
import { teams } from "./teams";
import { telegram } from "./telegram";

const FORMATS: Record<MessengerKind, MessengerFormat> = { slack, teams, discord, telegram };
const THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"];

/** `body` is the message as the delivery stores it. Null if this server is not set up for messengers. */
export function messengerRequest(
  to: StoredMessenger,
  body: string,
): { url: string; headers: Record<string, string>; body: string } | null {
  const url = messengerAt(to.url);
  return url === null ? null : { url, headers: {}, body: JSON.stringify(bodyFor(to, body)) };
}

/** A failed request may name the address, and an answer may repeat it. */
export function readMessengerAnswer(to: StoredMessenger, answer: Answer): ReadAnswer {
  const read = FORMATS[to.messenger.kind].readAnswer(answer);
  return { ...read, text: withoutSecret(read.text, to) };
}

function bodyFor(to: StoredMessenger, body: string): object {
  const { link, ...message } = JSON.parse(body) as MessengerMessage;
  const siteUrl = optional("SITE_URL");
  return FORMATS[to.messenger.kind].bodyOf(
    {
      ...message,
      link:
        link === null || siteUrl === null ? null : { label: link.label, url: siteUrl + link.path },
    },
    to.messenger,
  );
}

/**
 * The vendor's own address, or the same path at a stand-in. Null if the stand-in is not on this machine, because no
 * other server may get the addresses.
 */
export function messengerAt(url: string): string | null {
  const standIn = optional("MESSENGERS_API_URL");
  if (standIn === null) return url;
  if (!URL.canParse(standIn) || !THIS_MACHINE.includes(new URL(standIn).hostname)) return null;
  const { pathname, search } = new URL(url);
  return new URL(standIn).origin + pathname + search;
}
