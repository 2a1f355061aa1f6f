/** Receives the form with which a visitor leaves a message. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { answerFaults, readConversationRequest, refused, refusedFor } from "../calls/request";
import { readThreadToken } from "../calls/thread";
import { answerAnyOrigin } from "../lib/crossOrigin";
import {
  LEFT_MESSAGE_LIMITS,
  type LeftMessage,
  type LeftMessageProblems,
  problemsWith,
  tidyLeftMessage,
} from "../shared/leftMessage";
import { REFUSALS, textTooLong } from "../shared/messages";
import { wellFormed } from "../shared/wellFormed";
import { readMessagePass } from "../talkButton/messagePass";

export const LEFT_MESSAGE_PATH = "/conversation/message";

export async function receiveLeftMessage(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("save a message", () => readAndSave(ctx, request));
}

async function readAndSave(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readConversationRequest(ctx, request);
  if (read.kind === "refused") return read.response;
  const { name, contact, text, thread, messagePass } = read.body;
  const message = tidyLeftMessage({
    name: textOf(name),
    contact: textOf(contact),
    text: textOf(text),
  });
  const objection = objectionTo(message, problemsWith(message));
  if (objection !== null) return refused(400, "invalid_input", objection);
  // A thread that is over is no reason to refuse a message.
  const { embedId } = read.request;
  const threadId = await readThreadToken(embedId, thread);
  const passFor = await readMessagePass(embedId, messagePass);
  const left = { ...read.request, threadId, refusedFor: passFor, message };
  const saved = await ctx.runMutation(internal.leftMessages.save.save, left);
  return saved.kind === "saved" ? answerAnyOrigin(200, {}) : await refusedFor(embedId, saved);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? wellFormed(value) : "";
}

function objectionTo(
  { contact, text }: LeftMessage,
  { name: ofName, contact: ofContact, text: ofText }: LeftMessageProblems,
): string | null {
  if (contact === "") return REFUSALS.contactMissing;
  if (ofContact !== undefined) return REFUSALS.contactInvalid;
  if (text === "") return REFUSALS.messageMissing;
  if (ofText !== undefined) return textTooLong("message", LEFT_MESSAGE_LIMITS.text);
  return ofName === undefined ? null : textTooLong("name", LEFT_MESSAGE_LIMITS.name);
}
