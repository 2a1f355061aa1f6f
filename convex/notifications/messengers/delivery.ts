/** The request that delivers a message to a messenger, and what its answer means. */
import { optional } from "../../lib/env";
import type { MessengerKind } from "../../shared/messengers";
import { postToReceiver, type WebhookResult } from "../webhooks/httpDelivery";
import type { AttemptVerdict } from "../webhooks/table";
import { type StoredMessenger, withoutSecret } from "./address";
import { discord } from "./discord";
import type { MessengerFormat } from "./format";
import { slack } from "./slack";
import type { MessengerMessage } from "./table";
import { teams } from "./teams";
import { telegram } from "./telegram";

const FORMATS: Record<MessengerKind, MessengerFormat> = { slack, teams, discord, telegram };
const THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"];

/** `body` is the message as the delivery stores it. */
export async function postToMessenger(
  to: StoredMessenger,
  body: string,
  timeoutMs: number,
): Promise<WebhookResult & { verdict: AttemptVerdict }> {
  const url = addressOf(to.url);
  if (url === null) {
    return { status: null, response: NOT_SET_UP, retryAfter: null, verdict: "failed" };
  }
  const request = { url, headers: {}, body: JSON.stringify(bodyFor(to, body)) };
  const { status, response, retryAfter } = await postToReceiver(request, timeoutMs);
  const read = FORMATS[to.messenger.kind].readAnswer({ status, response });
  const { verdict, waitSeconds } = read;
  return {
    status,
    verdict,
    // A failed request may name the address, and an answer may repeat it.
    response: withoutSecret(read.text, to),
    retryAfter: retryAfter ?? (waitSeconds === null ? null : String(waitSeconds)),
  };
}

const NOT_SET_UP =
  "This server sends nothing to messengers, because MESSENGERS_API_URL has a wrong value.";

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
function addressOf(url: string): string | null {
  const standIn = optional("MESSENGERS_API_URL");
  if (standIn === null) return url;
  if (!URL.canParse(standIn) || !THIS_MACHINE.includes(new URL(standIn).hostname)) return null;
  const { pathname, search } = new URL(url);
  return new URL(standIn).origin + pathname + search;
}
