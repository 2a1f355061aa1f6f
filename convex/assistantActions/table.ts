import { omit } from "convex-helpers";
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { ACTION_METHODS, PARAMETER_TYPES, RUN_REASONS, RUN_STATES } from "../shared/actions";

/** A value that the assistant finds out in the conversation. */
export const parameter = v.object({
  name: v.string(),
  type: literals(...PARAMETER_TYPES),
  description: v.string(),
  isRequired: v.boolean(),
});
export type Parameter = Infer<typeof parameter>;

const method = literals(...ACTION_METHODS);

/** A request to the owner's own server. */
const http = {
  kind: v.literal("http"),
  method,
  /** Contains `{name}` where a parameter's value belongs. */
  url: v.string(),
  parameters: v.array(parameter),
};

/** An event type at Cal.com, as its public page described it when the owner added it. */
export const calendar = v.object({
  /** The owner's link. */
  url: v.string(),
  eventTypeId: v.number(),
  title: v.string(),
  /** Of the first length that it offers. */
  minutes: v.number(),
  hasLengths: v.boolean(),
  timeZone: v.string(),
  /** Otherwise the owner confirms each booking. */
  isConfirmedAtOnce: v.boolean(),
  /** What a booking needs besides a name and an email address. */
  fields: v.array(v.object({ name: v.string(), label: v.string() })),
});
export type Calendar = Infer<typeof calendar>;

/** The free times of a calendar, or a booking in it. */
export const calendarWork = v.object({ kind: literals("times", "booking"), calendar });
export type CalendarWork = Infer<typeof calendarWork>;

/** Tells the team that the visitor asks for a person. */
export const personWork = v.object({ kind: v.literal("person") });

/** Asks the owner a question while the visitor waits. */
export const ownerWork = v.object({ kind: v.literal("owner") });

const storedHttp = v.object({
  ...http,
  /** The values are encrypted (lib/sealed.ts). */
  headers: v.array(v.object({ name: v.string(), sealed: v.string() })),
});
export type HttpWork = Infer<typeof storedHttp>;

/** What an action does, as it is stored. */
export const work = v.union(storedHttp, calendarWork, personWork, ownerWork);
export type Work = Infer<typeof work>;

const givenHttp = v.object({
  ...http,
  /** A null value keeps the one that is stored. */
  headers: v.array(v.object({ name: v.string(), value: v.union(v.string(), v.null()) })),
});
export type GivenHttpWork = Infer<typeof givenHttp>;

/** The same as its owner writes it. A calendar stays as it was added. */
export const givenWork = v.union(
  givenHttp,
  v.object({ kind: calendarWork.fields.kind }),
  personWork,
  ownerWork,
);
export type GivenWork = Infer<typeof givenWork>;

/** The same as its owner sees it: without the headers' values. */
export const shownWork = v.union(
  v.object({ ...http, headers: v.array(v.string()) }),
  v.object({ ...calendarWork.fields, parameters: v.array(parameter) }),
  v.object({ ...personWork.fields, parameters: v.array(parameter) }),
  v.object({ ...ownerWork.fields, parameters: v.array(parameter) }),
);
export type ShownWork = Infer<typeof shownWork>;

const ofAssistant = { ownerId: v.id("users"), assistantId: v.id("assistants") };

export const actionFields = {
  ...ofAssistant,
  name: v.string(),
  /** Tells the assistant when to use it. */
  description: v.string(),
  /** The platform calls it by this name, which is unique among the assistant's tools. */
  toolName: v.string(),
  isOn: v.boolean(),
  /** It runs only after the visitor's yes. */
  changesSomething: v.boolean(),
  work,
  savedAtMs: v.number(),
};

export const values = v.record(v.string(), v.union(v.string(), v.number(), v.boolean()));
export type Values = Infer<typeof values>;

/** What was sent, without the headers' values. */
export const sentRequest = v.object({
  method,
  url: v.string(),
  headers: v.array(v.string()),
  body: v.union(v.string(), v.null()),
});
export type SentRequest = Infer<typeof sentRequest>;

/** What came of a run. */
export const outcome = v.object({
  state: literals("done", "failed"),
  why: v.optional(literals(...RUN_REASONS)),
  sent: v.optional(sentRequest),
  status: v.optional(v.number()),
  /** The server's answer on one line. */
  answer: v.optional(v.string()),
  /** What the assistant is told, if it is not the answer. */
  told: v.optional(v.string()),
  /** The host has yet to confirm a booking. */
  isPending: v.optional(v.boolean()),
  durationMs: v.number(),
});
export type Outcome = Infer<typeof outcome>;

/** One use of an action, from the assistant's first call of the tool to the server's answer. */
export const runFields = {
  ...ofAssistant,
  actionId: v.id("actions"),
  /** Null if the owner tried it. */
  callId: v.union(v.id("calls"), v.null()),
  /** The platform's ids of the tool calls that led to it. */
  toolCallIds: v.array(v.string()),
  values,
  /** Of the values and the action as it was saved. */
  digest: v.string(),
  /** What the visitor has corrected by hand: the parameters, the digests of the earlier values, and how often. */
  corrected: v.optional(
    v.object({ names: v.array(v.string()), digests: v.array(v.string()), count: v.number() }),
  ),
  state: literals(...RUN_STATES),
  atMs: v.number(),
  /** The platform's time of the tool call, because the visitor's words have the platform's time too. */
  proposedAtMs: v.number(),
  /** The visitor's answer to the proposal. */
  reply: v.optional(v.object({ words: v.string(), atMs: v.number(), isYes: v.boolean() })),
  /** Set if the visitor withdraws what was done. */
  withdrawnAtMs: v.optional(v.number()),
  ...omit(outcome.fields, ["state", "durationMs"]),
  durationMs: v.optional(v.number()),
};
