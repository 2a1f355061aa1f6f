/** What Resend tells of mail that it took. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { required } from "../../lib/env";
import { readText } from "../../lib/requestBody";
import { type MailEvent, verifiedMailEvent } from "../../vendors/resendEvents";
import type { StopReason } from "./table";

/** A failure must not be answered with success: Resend sends again whatever was not. */
export async function receiveMailEvent(ctx: ActionCtx, request: Request): Promise<Response> {
  const [id, timestamp, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) =>
    request.headers.get(name),
  );
  if (id == null || timestamp == null || signatures == null) {
    return answer(400, "There is no signature");
  }
  const read = await readText(request);
  if (read.kind === "refused") return answer(read.status, read.reason);
  const signed = { id, timestamp, signatures, body: read.content };
  const event = await verifiedMailEvent(signed, required("RESEND_WEBHOOK_SECRET"));
  if (event === null) return answer(400, "The signature does not fit");
  const reason = stopReasonOf(event);
  if (reason === null || event.mark === null) return answer(200, "Not needed");
  await ctx.runMutation(internal.notifications.mail.delivery.recordEvent, {
    mark: event.mark,
    reason,
  });
  return answer(200, "Done");
}

/** What comes back only for now is no reason. */
function stopReasonOf({ type, bounceType }: MailEvent): StopReason | null {
  if (type === "email.complained") return "complained";
  // It is on a list of the service.
  if (type === "email.suppressed") return "refused";
  return type === "email.bounced" && bounceType === "Permanent" ? "bounced" : null;
}

function answer(status: number, text: string): Response {
  return new Response(text, { status });
}
