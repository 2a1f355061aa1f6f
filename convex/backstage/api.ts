// What a request to the API asks of the database: first whether it is let in, then what it is about.
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./functions";
import { admission, admit as admitRequest } from "../model/api/admission";
import { apiKeyFields } from "../model/api/keyFields";
import { keepKey as keepNewKey } from "../model/api/keys";
import {
  assistantsAsked,
  callsAsked,
  outcomesAsked,
  readAssistant,
  readAssistants,
  readCall,
  readCalls,
  readOutcome,
  readOutcomes,
} from "../model/api/reading";
import { apiAssistant, apiCall, apiCallDetails, apiOutcome } from "../model/api/shapes";

const { lastUsedAtMs: _, ...newKey } = apiKeyFields;
const whose = { ownerId: v.id("users") };
const which = { ...whose, id: v.string() };
const cursor = v.nullable(v.string());

export const keepKey = internalMutation({
  args: newKey,
  returns: v.null(),
  handler: async (ctx, key) => {
    await keepNewKey(ctx, key);
    return null;
  },
});

export const admit = internalMutation({
  args: { hash: v.string(), network: v.string() },
  returns: admission,
  handler: async (ctx, request) => await admitRequest(ctx, request),
});

export const assistants = internalQuery({
  args: { ...whose, asked: assistantsAsked },
  returns: v.object({ page: v.array(apiAssistant), cursor }),
  handler: async (ctx, { ownerId, asked }) => await readAssistants(ctx, ownerId, asked),
});

export const assistant = internalQuery({
  args: { ...which, withPrompt: v.boolean() },
  returns: v.nullable(apiAssistant),
  handler: async (ctx, { ownerId, ...asked }) => await readAssistant(ctx, ownerId, asked),
});

export const calls = internalQuery({
  args: { ...whose, asked: callsAsked },
  returns: v.nullable(v.object({ page: v.array(apiCall), cursor })),
  handler: async (ctx, { ownerId, asked }) => await readCalls(ctx, ownerId, asked),
});

export const call = internalQuery({
  args: which,
  returns: v.nullable(apiCallDetails),
  handler: async (ctx, { ownerId, id }) => await readCall(ctx, ownerId, id),
});

export const outcomes = internalQuery({
  args: { ...whose, asked: outcomesAsked },
  returns: v.nullable(v.object({ page: v.array(apiOutcome), cursor })),
  handler: async (ctx, { ownerId, asked }) => await readOutcomes(ctx, ownerId, asked),
});

export const outcome = internalQuery({
  args: which,
  returns: v.nullable(apiOutcome),
  handler: async (ctx, { ownerId, id }) => await readOutcome(ctx, ownerId, id),
});
