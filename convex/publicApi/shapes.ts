/**
 * What the API answers. Its names are a promise to programs of others: they do not follow the tables when those
 * change. The same validators check what the queries return and make the document.
 */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { CALL_STATUSES } from "../calls/table";
import { MOODS } from "../inbox/table";
import { FINDING_KINDS } from "../shared/findings";
import { noted } from "./jsonSchema";

const time = (description: string) => noted(v.string(), { description, format: "date-time" });
const timeOrNull = (description: string) =>
  noted(v.nullable(v.string()), { description, format: "date-time" });
const count = (description: string) => noted(v.number(), { description, type: "integer" });
const ofAssistant = () =>
  noted(
    v.nullable(v.object({ id: v.string(), name: v.string() })),
    "Null when it has been deleted since.",
  );

export const OUTCOME_STATUS_NAMES = ["new", "in-progress", "done"] as const;

export const apiFinding = v.object({
  key: noted(v.string(), "Made of the label; the same in outcomes."),
  label: v.string(),
  kind: literals(...FINDING_KINDS),
  choices: noted(v.array(v.string()), "Empty unless it is one of several."),
  isRequired: noted(v.boolean(), "Whether the assistant asks for it."),
});

export const apiAssistant = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: time("When it was made."),
  isPublished: noted(v.boolean(), "Whether its owner has put it on websites."),
  embedId: noted(v.string(), "How a website names it; no secret."),
  goal: v.string(),
  voice: noted(v.string(), "The name of one of the voices."),
  widget: v.object({ color: v.string(), icon: v.string(), size: v.string() }),
  allowedSites: noted(v.array(v.string()), "Websites that may have its button; empty: all."),
  onlySignedCalls: noted(
    v.boolean(),
    "Whether a visitor's call needs a token of its owner's server.",
  ),
  knowledgeFileName: noted(v.nullable(v.string()), "The file that it looks things up in."),
  recordsCalls: v.boolean(),
  callsKeptDays: noted(v.nullable(v.number()), {
    description: "After so many days calls are deleted; null: never.",
    type: ["integer", "null"],
  }),
  findings: noted(v.array(apiFinding), "What is to be found out in each call."),
  successCriterion: noted(
    v.nullable(v.string()),
    "When a call was a success, in its owner's words.",
  ),
  systemPrompt: noted(v.optional(v.string()), "Only there if `include=systemPrompt` asks for it."),
});
export type ApiAssistant = Infer<typeof apiAssistant>;

export const apiCall = v.object({
  id: v.string(),
  assistant: ofAssistant(),
  isTest: noted(v.boolean(), "Whether its owner tried the assistant out."),
  status: literals(...CALL_STATUSES),
  createdAt: time("When it was asked for; calls are listed by this, the newest first."),
  startedAt: timeOrNull("When somebody joined."),
  endedAt: timeOrNull("When it was over."),
  durationSeconds: noted(v.nullable(v.number()), "Null until it is over."),
  endedReason: noted(v.nullable(v.string()), "Why it ended. There may be new ones at any time."),
  isSuccessful: noted(v.nullable(v.boolean()), "As it was judged afterwards; null: it was not."),
  summary: v.nullable(v.string()),
  messageCount: count("What both said, one after the other."),
  hasRecording: noted(v.boolean(), "Whether it can be heard in the dashboard."),
});
export type ApiCall = Infer<typeof apiCall>;

export const apiCallMessage = v.object({
  role: literals("user", "assistant"),
  text: v.string(),
  secondsFromStart: v.nullable(v.number()),
});

export const apiCallDetails = v.object({
  ...apiCall.fields,
  outcomeId: noted(v.nullable(v.string()), "What it left behind, as far as that is known."),
  transcript: v.nullable(v.string()),
  messages: noted(v.array(apiCallMessage), "The same, as far as it is known who said what when."),
  consent: noted(
    v.nullable(
      v.object({
        text: v.string(),
        privacyUrl: v.nullable(v.string()),
        agreedAt: time("When the visitor agreed."),
      }),
    ),
    "What the visitor agreed to beforehand; null: no notice was shown.",
  ),
});
export type ApiCallDetails = Infer<typeof apiCallDetails>;

export const apiOutcome = v.object({
  id: v.string(),
  callId: v.string(),
  assistant: ofAssistant(),
  endedAt: time("When its call was over; outcomes are listed by this, the newest first."),
  found: noted(
    v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        kind: literals(...FINDING_KINDS),
        isRequired: v.boolean(),
        value: noted(v.union(v.string(), v.number(), v.boolean(), v.null()), "Null: not found."),
      }),
    ),
    "What was asked for, in the order of the assistant's findings.",
  ),
  unanswered: noted(v.array(v.string()), "Questions that the assistant could not answer."),
  mood: v.nullable(literals(...MOODS)),
  language: noted(v.nullable(v.string()), "As ISO 639-1 writes it."),
  isSuccessful: v.nullable(v.boolean()),
  isUnread: v.boolean(),
  status: literals(...OUTCOME_STATUS_NAMES),
  note: noted(v.string(), "What its owner wrote down."),
});
export type ApiOutcome = Infer<typeof apiOutcome>;

/** A page of them. */
export function pageOf<V extends typeof apiAssistant | typeof apiCall | typeof apiOutcome>(one: V) {
  return v.object({
    data: v.array(one),
    nextCursor: noted(v.nullable(v.string()), "For the next page; null: there are no more."),
  });
}

export const API_ERROR_CODES = [
  "invalid_parameter",
  "key_missing",
  "key_refused",
  "scope_missing",
  "not_found",
  "method_not_allowed",
  "too_many_requests",
  "internal_error",
] as const;

export const apiError = v.object({
  error: v.object({
    code: literals(...API_ERROR_CODES),
    message: noted(v.string(), "For people; it may change."),
    parameter: noted(v.optional(v.string()), "Which one is meant, of a parameter that is wrong."),
  }),
});
export type ApiError = Infer<typeof apiError>["error"];
