/** An owner's connections to messengers: webhook endpoints with a messenger. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { userError } from "../../lib/userError";
import { MAX_MESSENGERS, MESSENGER_MESSAGES } from "../../shared/messengers";
import { WEBHOOK_MESSAGES, type WebhookEvent } from "../../shared/webhooks";
import { checkedEvents, insertEndpoint, requireOwnEndpoint, updateEndpoint } from "./endpoints";
import { endpointsOf } from "./events";
import { endpointFields, webhookEvent } from "./table";
import {
  checkedBotUrl,
  checkedMessenger,
  checkedUrl,
  maskedAddress,
  type StoredMessenger,
  telegramChat,
} from "../messengers/address";
import { type EnteredMessenger, messengerKind } from "../messengers/table";

type Endpoint = Doc<"webhookEndpoints">;

export const shownMessenger = v.object({
  id: v.id("webhookEndpoints"),
  kind: messengerKind,
  /** Masked, because anybody who knows the address can write to the channel. */
  address: v.string(),
  chatId: v.union(v.string(), v.null()),
  events: v.array(webhookEvent),
  isOn: v.boolean(),
  off: endpointFields.off,
  failingSinceMs: endpointFields.failingSinceMs,
});
export type ShownMessenger = Infer<typeof shownMessenger>;

export async function listMessengers(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<ShownMessenger[]> {
  return (await endpointsOf(ctx, ownerId, "messengers")).flatMap((endpoint) => {
    const stored = storedMessenger(endpoint);
    if (stored === null) return [];
    const { _id: id, events, isOn, off, failingSinceMs } = endpoint;
    const { messenger } = stored;
    const chatId = messenger.kind === "telegram" ? messenger.chatId : null;
    const address = maskedAddress(stored);
    return [
      { ...{ id, address, chatId, events, isOn, off, failingSinceMs }, kind: messenger.kind },
    ];
  });
}

export async function addMessenger(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  { to, events }: { to: EnteredMessenger; events: WebhookEvent[] },
): Promise<Id<"webhookEndpoints">> {
  const chosen = { ...checkedMessenger(to), events: checkedEvents(events) };
  if ((await endpointsOf(ctx, ownerId, "messengers")).length >= MAX_MESSENGERS) {
    throw userError("messenger_rejected", MESSENGER_MESSAGES.tooMany);
  }
  return await insertEndpoint(ctx, ownerId, chosen);
}

interface Change {
  url?: string | undefined;
  token?: string | undefined;
  chatId?: string | undefined;
  events?: WebhookEvent[] | undefined;
}

/** What is left out stays, so that owners can change the events without entering the address again. */
export async function changeMessenger(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  endpointId: Id<"webhookEndpoints">,
  { url, token, chatId, events }: Change,
): Promise<void> {
  const endpoint = await requireOwnEndpoint(ctx, ownerId, endpointId);
  const before = storedMessenger(endpoint);
  if (before === null) throw userError("webhook_not_found", WEBHOOK_MESSAGES.notFound);
  const after = { ...before };
  const { kind } = before.messenger;
  const isOfOtherKind = kind === "telegram" ? url !== undefined : (token ?? chatId) !== undefined;
  if (isOfOtherKind) throw userError("messenger_rejected", MESSENGER_MESSAGES.otherKind);
  if (kind !== "telegram" && url !== undefined) after.url = checkedUrl(kind, url);
  if (token !== undefined) after.url = checkedBotUrl(token);
  if (chatId !== undefined) after.messenger = telegramChat(chatId);
  await updateEndpoint(ctx, endpoint, {
    ...after,
    events: events === undefined ? endpoint.events : checkedEvents(events),
    isOn: endpoint.isOn,
  });
}

/** Null for an owner's own server. */
export function storedMessenger({ url, messenger }: Endpoint): StoredMessenger | null {
  return messenger === undefined ? null : { url, messenger };
}
