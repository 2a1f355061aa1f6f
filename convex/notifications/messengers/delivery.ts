/** The request that delivers a message to a messenger, and what its answer means. */
import { optional } from "../../lib/env";
import type { MessengerKind } from "../../shared/messengers";
import type { WebhookRequest, WebhookResult } from "../webhooks/httpDelivery";
import { type StoredMessenger, withoutSecret } from "./address";
import { discord } from "./discord";
import type { MessengerFormat, ReadAnswer } from "./format";
import { slack } from "./slack";
import type { MessengerMessage } from "./table";
import { teams } from "./teams";
import { telegram } from "./telegram";

const FORMATS: Record<MessengerKind, MessengerFormat> = { slack, teams, discord, telegram };
const THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"];

/** `body` is the message as the delivery stores it. */
export function messengerRequest(to: StoredMessenger, body: string): WebhookRequest {
  const { link, ...message } = JSON.parse(body) as MessengerMessage;
  const siteUrl = optional("SITE_URL");
  const linked = {
    ...message,
    link:
      link === null || siteUrl === null ? null : { label: link.label, url: siteUrl + link.path },
  };
  return {
    url: addressOf(to.url),
    headers: {},
    body: JSON.stringify(FORMATS[to.messenger.kind].bodyOf(linked, to.messenger)),
  };
}

export function readMessengerAnswer(
  to: StoredMessenger,
  { status, response }: WebhookResult,
): ReadAnswer {
  const read = FORMATS[to.messenger.kind].readAnswer({ status, response });
  return { ...read, text: withoutSecret(read.text, to) };
}

/** The vendor's own address, or the same path at a stand-in on this machine. */
function addressOf(url: string): string {
  const standIn = optional("MESSENGERS_API_URL");
  if (standIn === null) return url;
  const { hostname, origin } = new URL(standIn);
  // The addresses are secrets, so a wrong value must not send them to another server.
  if (!THIS_MACHINE.includes(hostname)) {
    throw new Error("MESSENGERS_API_URL is for a stand-in on this machine. Please remove it.");
  }
  const { pathname, search } = new URL(url);
  return origin + pathname + search;
}
