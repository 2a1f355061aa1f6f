// What is deleted here is deleted at the vendors too, however long they are down.
import type { MutationCtx } from "../_generated/server";
import { enqueue } from "../jobs/enqueue";
import type { Handler } from "../jobs/handler";
import { MINUTE_MS } from "../shared/durations";
import type { VoicePlatform } from "./vapi";
import { vapi } from "./vapiClient";

/** Whoever asked a vendor for something has heard of it by then, or never will. */
const LONGEST_ANSWER_MS = 5 * MINUTE_MS;

type VoiceResource = "assistant" | "tool" | "file" | "call";
/** A call that may still go on is ended before it is deleted. */
type Leftover = VoiceResource | "liveCall" | "customer";

/**
 * Has what a vendor keeps deleted there. `isBulk` is for what one owner may have thousands of: it takes turns with what
 * others delete, and with the calls that are to end, which cost money meanwhile.
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
 * Has deleted what the voice platform was told to make and whose id never came back: assistants and
 * files bear the mark that they were sent with, a tool is known by its file, a call by ours. Only when
 * a run that might still be making it has ended.
 */
export async function scheduleOrphanCheck(
  ctx: MutationCtx,
  kind: VoiceResource,
  mark: string,
  askedAtMs: number,
): Promise<void> {
  const key = `unanswered-${kind}/${mark}/${Math.floor(askedAtMs)}`;
  await enqueue(ctx, "voiceDeletion", [key], { afterMs: LONGEST_ANSWER_MS });
}

/**
 * Has deleted at Stripe whatever customer is made for this owner and not bound to the account. Asked for before one is
 * made, since whoever makes it may die, or never hear of it; answers the key, to take it back when one is bound.
 */
export async function scheduleCustomerCheck(ctx: MutationCtx, ownerId: string): Promise<string> {
  const key = `${UNANSWERED_CUSTOMER}/${ownerId}/${Date.now()}`;
  await enqueue(ctx, "customerDeletion", [key], { afterMs: LONGEST_ANSWER_MS });
  return key;
}

/** Null for the key of a customer of whom we know. */
export function readCustomerCheck(key: string): { ownerId: string; sinceMs: number } | null {
  const [what, ownerId, since] = key.split("/");
  if (what !== UNANSWERED_CUSTOMER || ownerId === undefined) return null;
  return { ownerId, sinceMs: Number(since) };
}

const UNANSWERED_CUSTOMER = "unanswered-customer";

/** Of all three kinds. Keys are `kind/id`, or `unanswered-kind/mark/since`. */
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
