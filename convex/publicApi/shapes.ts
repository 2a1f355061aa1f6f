/**
 * What the API answers. Its names are a promise to programs of others: they do not follow the tables when those
 * change. The same validators check what the queries return and make the document.
 */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { CALL_STATUSES } from "../calls/table";
import { MOODS } from "../inbox/table";
import { FINDING_KINDS } from "../shared/findings";
import { described } from "./jsonSchema";

const time = (description: string) => described(v.string(), { description, format: "date-time" });
const timeOrNull = (description: string) =>
  described(v.nullable(v.string()), { description, format: "date-time" });
const count = (description: string) => described(v.number(), { description, type: "integer" });
const ofAssistant = () =>
  described(
    v.nullable(v.object({ id: v.string(), name: v.string() })),
    "Null when it has been deleted since.",
  );

export const OUTCOME_STATUS_NAMES = ["new", "in-progress", "done"] as const;

export const apiFinding = v.object({
  key: described(v.string(), "Made of the label; the same in outcomes."),
  label: v.string(),
  kind: literals(...FINDING_KINDS),
  choices: described(v.array(v.string()), "Empty unless it is one of several."),
  isRequired: described(v.boolean(), "Whether the assistant asks for it."),
});

export const apiAssistant = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: time("When it was made."),
  isPublished: described(v.boolean(), "Whether its owner has put it on websites."),
  embedId: described(v.string(), "How a website names it; no secret."),
  goal: v.string(),
  voice: described(v.string(), "The name of one of the voices."),
  widget: v.object({ color: v.string(), icon: v.string(), size: v.string() }),
  allowedSites: described(v.array(v.string()), "Websites that may have its button; empty: all."),
  onlySignedCalls: described(
    v.boolean(),
    "Whether a visitor's call needs a token of its owner's server.",
  ),
  knowledgeFileName: described(v.nullable(v.string()), "The file that it looks things up in."),
  recordsCalls: v.boolean(),
  callsKeptDays: described(v.nullable(v.number()), {
    description: "After so many days calls are deleted; null: never.",
    type: ["integer", "null"],
  }),
  findings: described(v.array(apiFinding), "What is to be found out in each call."),
  successCriterion: described(
    v.nullable(v.string()),
    "When a call was a success, in its owner's words.",
  ),
  systemPrompt: described(
    v.optional(v.string()),
    "Only there if `include=systemPrompt` asks for it.",
  ),
});
export type ApiAssistant = Infer<typeof apiAssistant>;

export const apiCall = v.object({
  id: v.string(),
  assistant: ofAssistant(),
  isTest: described(v.boolean(), "Whether its owner tried the assistant out."),
  status: literals(...CALL_STATUSES),
  createdAt: time("When it was asked for; calls are listed by this, the newest first."),
  startedAt: timeOrNull("When somebody joined."),
  endedAt: timeOrNull("When it was over."),
  durationSeconds: described(v.nullable(v.number()), "Null until it is over."),
  endedReason: described(
    v.nullable(v.string()),
    "Why it ended. There may be new ones at any time.",
  ),
  isSuccessful: described(
    v.nullable(v.boolean()),
    "As it was judged afterwards; null: it was not.",
  ),
  summary: v.nullable(v.string()),
  messageCount: count("What both said, one after the other."),
  hasRecording: described(v.boolean(), "Whether it can be heard in the dashboard."),
});
export type ApiCall = Infer<typeof apiCall>;

export const apiCallMessage = v.object({
  role: literals("user", "assistant"),
  text: v.string(),
  secondsFromStart: v.nullable(v.number()),
});

export const apiCallDetails = v.object({
  ...apiCall.fields,
  outcomeId: described(v.nullable(v.string()), "What it left behind, as far as that is known."),
  transcript: v.nullable(v.string()),
  messages: described(
    v.array(apiCallMessage),
    "The same, as far as it is known who said what when.",
  ),
  consent: described(
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
  found: described(
    v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        kind: literals(...FINDING_KINDS),
        isRequired: v.boolean(),
        value: described(
          v.union(v.string(), v.number(), v.boolean(), v.null()),
          "Null: not found.",
        ),
      }),
    ),
    "What was asked for, in the order of the assistant's findings.",
  ),
  unanswered: described(v.array(v.string()), "Questions that the assistant could not answer."),
  mood: v.nullable(literals(...MOODS)),
  language: described(v.nullable(v.string()), "As ISO 639-1 writes it."),
  isSuccessful: v.nullable(v.boolean()),
  isUnread: v.boolean(),
  status: literals(...OUTCOME_STATUS_NAMES),
  note: described(v.string(), "What its owner wrote down."),
});
export type ApiOutcome = Infer<typeof apiOutcome>;

/** A page of them. */
export function pageOf<V extends typeof apiAssistant | typeof apiCall | typeof apiOutcome>(one: V) {
  return v.object({
    data: v.array(one),
    nextCursor: described(v.nullable(v.string()), "For the next page; null: there are no more."),
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
    message: described(v.string(), "For people; it may change."),
    parameter: described(
      v.optional(v.string()),
      "Which one is meant, of a parameter that is wrong.",
    ),
  }),
});
export type ApiError = Infer<typeof apiError>["error"];
