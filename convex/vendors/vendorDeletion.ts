// Jobs that delete at the vendors what was deleted here, however long the vendors are down.
import type { MutationCtx } from "../_generated/server";
import { enqueue } from "../jobs/enqueue";
import type { Handler } from "../jobs/handler";
import { MINUTE_MS } from "../shared/durations";
import type { Removable, VoicePlatform } from "./vapi";
import { vapi } from "./vapiClient";

/** No request to a vendor takes longer. */
const MAX_REQUEST_MS = 5 * MINUTE_MS;

type VoiceResource = Removable;
/** A live call is ended before it is deleted. "named" are sessions and outputs, by the name that we gave them. */
type Leftover = VoiceResource | "session" | "named" | "liveCall" | "customer";

/**
 * Enqueues deletions at a vendor. `isBulk` is for resources that one owner may have thousands of: their queue takes turns
 * with other deletions, and with calls that must be ended because they cost money.
 */
export async function scheduleVendorDeletion(
  ctx: MutationCtx,
  kind: Leftover,
  platformIds: string[],
  { isBulk = false } = {},
): Promise<void> {
  if (kind === "customer") await enqueue(ctx, "customerDeletion", platformIds);
  else {
    const keys = platformIds.map((id) => `${kind}/${id}`);
    const deletion = isBulk ? "bulkDeletion" : "voiceDeletion";
    await enqueue(ctx, kind === "liveCall" ? "callEnding" : deletion, keys);
  }
}

/**
 * Enqueues the deletion of a resource that the voice platform may have created although we never got its id. Assistants,
 * files, tools and calls are found by our id. The job runs only after any request that may
 * still be creating it has ended.
 */
export async function scheduleOrphanCheck(
  ctx: MutationCtx,
  kind: VoiceResource,
  mark: string,
  requestedAtMs: number,
): Promise<void> {
  const key = `unanswered-${kind}/${mark}/${Math.floor(requestedAtMs)}`;
  await enqueue(ctx, "voiceDeletion", [key], { afterMs: MAX_REQUEST_MS });
}

/**
 * Enqueues the deletion of a session and an output that are found by their name. Called before they are created, because
 * the run may die. `scheduleVendorDeletion` deletes them earlier.
 */
export async function scheduleNamedCheck(
  ctx: MutationCtx,
  name: string,
  durationMs: number,
): Promise<void> {
  const afterMs = durationMs + MAX_REQUEST_MS;
  await enqueue(ctx, "voiceDeletion", [`named/${name}`], { afterMs });
}

/**
 * Enqueues the deletion of what has these names, and a second one after any requests that may still be creating it: an
 * evaluation creates an output and then a session.
 */
export async function scheduleNamedDeletion(ctx: MutationCtx, names: string[]): Promise<void> {
  await scheduleVendorDeletion(ctx, "named", names);
  const later = names.map((name) => `named/${name}/later`);
  await enqueue(ctx, "voiceDeletion", later, { afterMs: 2 * MAX_REQUEST_MS });
}

/**
 * Enqueues the deletion of customers at Stripe that are created for this owner but never linked to the account. Called
 * before a customer is created, because the run may die or its response may be lost. Returns the job's key, with which it
 * is cancelled when a customer is linked.
 */
export async function scheduleCustomerCheck(ctx: MutationCtx, ownerId: string): Promise<string> {
  const key = `${UNANSWERED_CUSTOMER}/${ownerId}/${Date.now()}`;
  await enqueue(ctx, "customerDeletion", [key], { afterMs: MAX_REQUEST_MS });
  return key;
}

/** Null if the key names a known customer. */
export function readCustomerCheck(key: string): { ownerId: string; sinceMs: number } | null {
  const [what, ownerId, since] = key.split("/");
  if (what !== UNANSWERED_CUSTOMER || ownerId === undefined) return null;
  return { ownerId, sinceMs: Number(since) };
}

const UNANSWERED_CUSTOMER = "unanswered-customer";

/** The handler of all three kinds. The job's key is `kind/id`, `named/name/later` or `unanswered-kind/mark/since`. */
export const voiceDeletion: Handler = {
  async run(_ctx, key) {
    const [what = "", id = "", since] = key.split("/");
    const platform = vapi();
    const sinceMs = Number(since);
    if (what === "unanswered-assistant") {
      const found = await platform.findAssistant(id, sinceMs);
      if (found !== null) await platform.remove("assistant", found);
    } else if (what === "unanswered-file") {
      const found = await platform.findFile(id);
      if (found !== null) await platform.remove("file", found);
    } else if (what === "unanswered-tool") {
      const found = await platform.findKnowledgeTool(id, sinceMs);
      if (found !== null) await platform.remove("tool", found.id);
    } else if (what === "unanswered-call") {
      const found = await platform.findStartedCall({ callId: id }, sinceMs);
      if (found !== null) await removeCall(platform, found);
    } else if (what === "session") {
      await platform.removeSession(id);
    } else if (what === "named") {
      await platform.removeNamed(id);
    } else if (what === "liveCall") {
      await removeCall(platform, id);
    } else await platform.remove(what as VoiceResource, id);
    return null;
  },
};

async function removeCall(platform: VoicePlatform, id: string): Promise<void> {
  await platform.endCall(id);
  await platform.remove("call", id);
}
