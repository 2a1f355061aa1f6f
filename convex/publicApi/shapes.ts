/**
 * The API's response shapes. Other people's programs depend on their names, so they do not change with the tables. The same
 * validators check the queries' results and generate the document.
 */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { CHANNELS } from "../shared/channel";
import { UNAVAILABLE_CASES } from "../shared/unavailability";
import { CALL_STATUSES } from "../calls/table";
import { MOODS } from "../inbox/table";
import { FINDING_KINDS } from "../shared/findings";
import { described } from "./jsonSchema";

const time = (description: string) => described(v.string(), { description, format: "date-time" });
const timeOrNull = (description: string) =>
  described(v.nullable(v.string()), { description, format: "date-time" });
const count = (description: string) => described(v.number(), { description, type: "integer" });
const ofAssistant = () =>
  described(v.nullable(v.object({ id: v.string(), name: v.string() })), "Null if it was deleted.");

const CHANNEL = "Whether the visitor spoke, typed, or left a message that nobody answered.";

export const OUTCOME_STATUS_NAMES = ["new", "in-progress", "done"] as const;

export const apiFinding = v.object({
  key: described(v.string(), "Derived from the label. The same in outcomes."),
  label: v.string(),
  kind: literals(...FINDING_KINDS),
  choices: described(v.array(v.string()), "The possible answers. Empty unless kind is choice."),
  isRequired: described(v.boolean(), "Whether the assistant asks for it."),
});

export const apiAssistant = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: time("When it was created."),
  isPublished: described(v.boolean(), "Whether it is published."),
  hasDraft: described(
    v.boolean(),
    "Whether it has saved changes that are not live. All other fields are as they are live.",
  ),
  embedId: described(
    v.string(),
    "Identifies the assistant in a website's embed code. Not a secret.",
  ),
  goal: v.string(),
  voice: described(v.string(), "The name of one of the voices."),
  widget: v.object({ color: v.string(), icon: v.string(), size: v.string() }),
  allowedSites: described(
    v.array(v.string()),
    "The websites that may show its button. Empty if all may.",
  ),
  onlySignedCalls: described(
    v.boolean(),
    "Whether visitors' calls need a token signed by the owner's server.",
  ),
  knowledgeFileName: described(v.nullable(v.string()), "The name of its knowledge file."),
  recordsCalls: v.boolean(),
  callsKeptDays: described(v.nullable(v.number()), {
    description: "The number of days after which calls are deleted. Null if they are kept.",
    type: ["integer", "null"],
  }),
  findings: described(v.array(apiFinding), "What to find out in each call."),
  successCriterion: described(
    v.nullable(v.string()),
    "The owner's definition of a successful call.",
  ),
  systemPrompt: described(v.optional(v.string()), "Only with `include=systemPrompt`."),
});
export type ApiAssistant = Infer<typeof apiAssistant>;

export const apiCall = v.object({
  id: v.string(),
  assistant: ofAssistant(),
  channel: described(literals(...CHANNELS), CHANNEL),
  isTest: described(v.boolean(), "Whether it was a test by the owner."),
  status: literals(...CALL_STATUSES),
  createdAt: time("When it was requested. Calls are listed by this, the newest first."),
  startedAt: timeOrNull("When somebody joined, or began to type."),
  endedAt: timeOrNull("When it ended."),
  durationSeconds: described(
    v.nullable(v.number()),
    "Null until the call has ended. For a typed conversation, the time that its answers count.",
  ),
  endedReason: described(
    v.nullable(v.string()),
    "Why it ended. New reasons may be added at any time.",
  ),
  isSuccessful: described(v.nullable(v.boolean()), "Null if the call was not evaluated."),
  summary: v.nullable(v.string()),
  messageCount: count("The number of messages by both sides."),
  hasRecording: described(v.boolean(), "Whether the dashboard has a recording of it."),
  rating: described(
    v.nullable(
      v.object({
        isGood: described(v.boolean(), "Whether the conversation helped."),
        words: described(v.string(), "The visitor's comment, or an empty text."),
      }),
    ),
    "The visitor's rating. Null if they gave none.",
  ),
  place: described(
    v.nullable(v.string()),
    "The parameter `place` of the talk page's address. Null if there was none.",
  ),
});
export type ApiCall = Infer<typeof apiCall>;

export const apiCallMessage = v.object({
  role: literals("user", "assistant"),
  text: v.string(),
  secondsFromStart: v.nullable(v.number()),
});

export const apiCallDetails = v.object({
  ...apiCall.fields,
  outcomeId: described(v.nullable(v.string()), "The id of its outcome, if it is known."),
  transcript: v.nullable(v.string()),
  messages: described(v.array(apiCallMessage), "The transcript as single messages."),
  pageFacts: described(
    v.array(v.object({ name: v.string(), value: v.string() })),
    "What the website told about the visitor with `Hark.set`.",
  ),
  consent: described(
    v.nullable(
      v.object({
        text: v.string(),
        privacyUrl: v.nullable(v.string()),
        agreedAt: time("When the visitor agreed."),
      }),
    ),
    "The notice that the visitor agreed to. Null if none was shown.",
  ),
});
export type ApiCallDetails = Infer<typeof apiCallDetails>;

export const apiOutcome = v.object({
  id: v.string(),
  callId: v.string(),
  assistant: ofAssistant(),
  channel: described(literals(...CHANNELS), CHANNEL),
  leftBecause: described(
    v.nullable(literals(...UNAVAILABLE_CASES)),
    "Why a visitor could only leave a message. Null for calls, for typed conversations, and if the assistant was available.",
  ),
  callIds: described(
    v.array(v.string()),
    "The conversations of the same visitor that this outcome stands for, the newest first.",
  ),
  endedAt: time(
    "When its call or typed conversation ended. Outcomes are listed by this, the newest first.",
  ),
  found: described(
    v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        kind: literals(...FINDING_KINDS),
        isRequired: v.boolean(),
        value: described(
          v.union(v.string(), v.number(), v.boolean(), v.null()),
          "Null if it was not found.",
        ),
      }),
    ),
    "The assistant's findings in their order, with the values that were found.",
  ),
  unanswered: described(v.array(v.string()), "Questions that the assistant could not answer."),
  mood: v.nullable(literals(...MOODS)),
  language: described(v.nullable(v.string()), "An ISO 639-1 code."),
  isSuccessful: v.nullable(v.boolean()),
  isUnread: v.boolean(),
  status: literals(...OUTCOME_STATUS_NAMES),
  note: described(v.string(), "The owner's note."),
});
export type ApiOutcome = Infer<typeof apiOutcome>;

export function pageOf<V extends typeof apiAssistant | typeof apiCall | typeof apiOutcome>(one: V) {
  return v.object({
    data: v.array(one),
    nextCursor: described(
      v.nullable(v.string()),
      "The cursor of the next page. Null if there is none.",
    ),
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

export const apiVersion = v.object({
  version: described(v.string(), "Three numbers, such as 1.0.0."),
});

export const apiError = v.object({
  error: v.object({
    code: literals(...API_ERROR_CODES),
    message: described(v.string(), "For people. It may change."),
    parameter: described(v.optional(v.string()), "The name of the wrong parameter."),
  }),
});
export type ApiError = Infer<typeof apiError>["error"];
