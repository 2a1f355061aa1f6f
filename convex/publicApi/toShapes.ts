/** Converts stored data to the API's shapes. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { countedSeconds } from "../billing/usage/countedSeconds";
import { channelOf } from "../shared/channel";
import { toIso } from "../lib/isoTime";
import { hasDraft } from "../shared/drafts";
import { findingKey } from "../shared/findings";
import type { ApiAssistant, ApiCall, ApiCallDetails, ApiOutcome } from "./shapes";

type Names = Map<Id<"assistants">, string>;

/** Reads each assistant once. */
export async function namesOf(
  ctx: QueryCtx,
  rows: { assistantId: Id<"assistants"> }[],
): Promise<Names> {
  const ids = [...new Set(rows.map(({ assistantId }) => assistantId))];
  const assistants = await Promise.all(ids.map((id) => ctx.db.get("assistants", id)));
  return new Map(assistants.flatMap((one) => (one === null ? [] : [[one._id, one.name]])));
}

export function toApiAssistant(assistant: Doc<"assistants">): ApiAssistant {
  const { findings = [], allowedSites = [], recordsCalls = true, callsKeptDays = null } = assistant;
  return {
    id: assistant._id,
    name: assistant.name,
    createdAt: toIso(assistant._creationTime),
    isPublished: assistant.published,
    hasDraft: hasDraft(assistant),
    embedId: assistant.embedId,
    goal: assistant.assistantGoal,
    voice: assistant.voice,
    widget: {
      color: assistant.widgetColor,
      icon: assistant.widgetIcon,
      size: assistant.widgetSize,
    },
    allowedSites,
    onlySignedCalls: assistant.onlySignedCalls ?? false,
    knowledgeFileName: assistant.knowledgeFileName ?? null,
    recordsCalls,
    callsKeptDays,
    findings: findings.map(({ label, kind, choices = [], isRequired }) => ({
      ...{ key: findingKey(label), label, kind, choices, isRequired },
    })),
    successCriterion: assistant.successWords ?? null,
  };
}

export function toApiCall(call: Doc<"calls">, names: Names): ApiCall {
  return {
    id: call._id,
    assistant: assistantOf(call.assistantId, names),
    channel: channelOf(call),
    isTest: call.kind === "testing",
    status: call.status,
    createdAt: toIso(call.createdAtMs),
    startedAt: toIsoOrNull(call.startedAtMs),
    endedAt: toIsoOrNull(call.endedAtMs),
    durationSeconds: secondsOf(call),
    endedReason: call.endedReason ?? null,
    isSuccessful: call.isSuccessful ?? null,
    summary: call.summary ?? null,
    messageCount: call.messageCount ?? 0,
    hasRecording: call.recording?.state === "stored",
    rating: call.rating ?? null,
    place: call.place ?? null,
  };
}

export function toApiCallDetails(
  call: Doc<"calls">,
  names: Names,
  { text, outcome }: { text: Doc<"callTexts"> | null; outcome: Doc<"outcomes"> | null },
): ApiCallDetails {
  const { transcript = "", messages = [] } = text ?? {};
  return {
    ...toApiCall(call, names),
    outcomeId: outcome?._id ?? null,
    transcript: transcript === "" ? null : transcript,
    messages: messages.map(({ role, text: words, secondsFromStart = null }) => ({
      ...{ role, text: words, secondsFromStart },
    })),
    pageFacts: call.pageFacts ?? [],
    consent: toApiConsent(call),
  };
}

export function toApiOutcome(outcome: Doc<"outcomes">, names: Names): ApiOutcome {
  const { _id: id, callId, found, unanswered, mood, language, isUnread, note } = outcome;
  return {
    ...{ id, callId, assistant: assistantOf(outcome.assistantId, names) },
    channel: channelOf(outcome),
    leftBecause: outcome.leftBecause ?? null,
    callIds: outcome.conversations ?? [callId],
    endedAt: toIso(outcome.atMs),
    ...{ found, unanswered, mood, language },
    isSuccessful: outcome.isSuccessful ?? null,
    isUnread,
    status: outcome.status === "in progress" ? "in-progress" : outcome.status,
    note,
  };
}

/** Nothing measures how long a visitor types, so a typed conversation has the time that its answers count. */
function secondsOf(call: Doc<"calls">): number | null {
  if (channelOf(call) === "voice") return call.seconds ?? null;
  return call.status === "ended" ? countedSeconds(call) : null;
}

function assistantOf(id: Id<"assistants">, names: Names): ApiCall["assistant"] {
  const name = names.get(id);
  return name === undefined ? null : { id, name };
}

function toApiConsent({ consent }: Doc<"calls">): ApiCallDetails["consent"] {
  if (consent === undefined) return null;
  const { text, privacyUrl, agreedAtMs } = consent;
  return { text, privacyUrl, agreedAt: toIso(agreedAtMs) };
}

function toIsoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : toIso(ms);
}
