/** Receives Resend's events: about sent mail, and about mail that arrives. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { required } from "../../lib/env";
import { readText } from "../../lib/requestBody";
import { type MailEvent, type ReceivedEvent, verifiedMailEvent } from "../../vendors/resendEvents";
import { findReplyAddress } from "./replyAddress";
import type { StopReason } from "./table";

/** A failure must not return a success status, because Resend repeats events until it gets one. */
export async function receiveMailEvent(ctx: ActionCtx, request: Request): Promise<Response> {
  const [id, timestamp, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) =>
    request.headers.get(name),
  );
  if (id == null || timestamp == null || signatures == null) {
    return answer(400, "The signature is missing");
  }
  const read = await readText(request);
  if (read.kind === "refused") return answer(read.status, read.reason);
  const signed = { id, timestamp, signatures, body: read.content };
  const event = await verifiedMailEvent(signed, required("RESEND_WEBHOOK_SECRET"));
  if (event === null) return answer(400, "The signature is wrong");
  if (event.received !== null) return await receiveMail(ctx, event.received);
  const reason = stopReasonOf(event);
  if (reason === null || event.mailId === null) return answer(200, "Ignored");
  await ctx.runMutation(internal.notifications.mail.delivery.recordEvent, {
    taggedId: event.mailId,
    reason,
  });
  return answer(200, "Recorded");
}

/** Anybody can write to any address of the domain. Only replies to weekly summaries are read. */
async function receiveMail(
  ctx: ActionCtx,
  { receivedId, atMs, addresses }: ReceivedEvent,
): Promise<Response> {
  const address = findReplyAddress(addresses);
  if (address === null) return answer(200, "Ignored");
  await ctx.runMutation(internal.notifications.mail.replies.receiveReply, {
    ...address,
    receivedId,
    receivedAtMs: atMs,
  });
  return answer(200, "Recorded");
}

/** Null for temporary bounces. */
function stopReasonOf({ type, bounceType }: MailEvent): StopReason | null {
  if (type === "email.complained") return "complained";
  // The address is on the service's own suppression list.
  if (type === "email.suppressed") return "refused";
  return type === "email.bounced" && bounceType === "Permanent" ? "bounced" : null;
}

function answer(status: number, text: string): Response {
  return new Response(text, { status });
}
