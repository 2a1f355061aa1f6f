/** A visitor wants the slip of what was done by mail. Only a page with the conversation's thread token can ask for it. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { sendSlip } from "../assistantActions/slip";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { fieldsOf } from "../lib/fields";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { isEmailAddress } from "../shared/contact";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { answerFaults, refused } from "./request";
import { partsOf, readThreadToken } from "./thread";

/** RFC 5321, section 4.5.3.1.3. */
const MAX_ADDRESS_LENGTH = 254;

export async function mailSlip(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("mail a slip", () => readAndSend(ctx, request));
}

async function readAndSend(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readJson(request);
  if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
  const { assistantId: embedId, thread, id, email } = fieldsOf(read.content);
  if (typeof embedId !== "string") return refused(400, "invalid_input", REFUSALS.noAssistantNamed);
  const to = typeof email === "string" ? email.trim() : "";
  if (typeof id !== "string" || !isEmailAddress(to) || to.length > MAX_ADDRESS_LENGTH) {
    return refused(400, "invalid_input", REFUSALS.slipAddress);
  }
  const threadId = await readThreadToken(embedId, thread);
  if (threadId === null) return refused(403, "thread_over", REFUSALS.threadOver);
  const result = await ctx.runMutation(internal.calls.slipMail.send, { threadId, id, to });
  if (result === "gone") return refused(404, "not_found", REFUSALS.slipGone);
  if (result === "limited") return refused(429, "too_many_requests", MESSAGES.tooManyRequests);
  return answerAnyOrigin(200, {});
}

export const send = internalMutation({
  args: { threadId: v.string(), id: v.string(), to: v.string() },
  returns: literals("sent", "gone", "limited"),
  handler: async (ctx, { threadId, id, to }) => {
    if (!(await rateLimiter.limit(ctx, "slipsByThread", { key: threadId })).ok) return "limited";
    const parts = await partsOf(ctx, threadId);
    for (const { _id: callId } of parts) {
      const result = await sendSlip(ctx, callId, { id, to });
      if (result !== "gone") return result;
    }
    return "gone";
  },
});
