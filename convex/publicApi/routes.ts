/** The API's routes. The entry point and the document both use this table. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { ApiScope } from "../shared/apiKeys";
import { wrongParameter } from "./apiError";
import { cursorFor, placeOf } from "./cursors";
import { type Parameter, PARAMETERS, readParameters, type ValuesOf } from "./parameters";
import { apiAssistant, apiCall, apiCallDetails, apiOutcome, pageOf } from "./shapes";

export interface ApiRequest {
  ownerId: Id<"users">;
  /** The id in the path. Empty for a list. */
  id: string;
  given: URLSearchParams;
}

export const ANSWERS = {
  AssistantPage: pageOf(apiAssistant),
  Assistant: apiAssistant,
  CallPage: pageOf(apiCall),
  Call: apiCall,
  CallDetails: apiCallDetails,
  OutcomePage: pageOf(apiOutcome),
  Outcome: apiOutcome,
};

export interface Route {
  /** Below /v1. `{id}` stands for an id. */
  path: string;
  scope: ApiScope;
  summary: string;
  parameters: Record<string, Parameter<unknown>>;
  answer: keyof typeof ANSWERS;
  /** Null if there is no such thing. */
  handle: (ctx: ActionCtx, request: ApiRequest) => Promise<object | null>;
}

/** These need no key (withoutKey.ts). */
export const DOCUMENT_PATH = "/openapi.json";
export const VERSION_PATH = "/version";

export const ROUTES: Route[] = [
  {
    path: "/assistants",
    scope: "assistants:read",
    summary: "Your assistants, the newest first.",
    parameters: PARAMETERS.assistants,
    answer: "AssistantPage",
    handle: async (ctx, { ownerId, given }) => {
      const values = readParameters(PARAMETERS.assistants, given);
      return await pageAnswer({ ownerId, path: "/assistants", values }, (request) =>
        ctx.runQuery(internal.publicApi.read.assistants, { ownerId, request }),
      );
    },
  },
  {
    path: "/assistants/{id}",
    scope: "assistants:read",
    summary: "One of your assistants.",
    parameters: PARAMETERS.assistant,
    answer: "Assistant",
    handle: async (ctx, { ownerId, id, given }) => {
      const { include } = readParameters(PARAMETERS.assistant, given);
      const request = { ownerId, id, withPrompt: include === "systemPrompt" };
      return await ctx.runQuery(internal.publicApi.read.assistant, request);
    },
  },
  {
    path: "/calls",
    scope: "calls:read",
    summary:
      "Calls and typed conversations, the newest first. A page can have fewer results than its limit without being the last.",
    parameters: PARAMETERS.calls,
    answer: "CallPage",
    handle: async (ctx, { ownerId, given }) => {
      const { from, to, ...values } = readParameters(PARAMETERS.calls, given);
      const timed = { ...values, fromMs: from, toMs: to };
      return await pageAnswer({ ownerId, path: "/calls", values: timed }, (request) =>
        ctx.runQuery(internal.publicApi.read.calls, { ownerId, request }),
      );
    },
  },
  {
    path: "/calls/{id}",
    scope: "calls:read",
    summary: "One call or typed conversation with its transcript.",
    parameters: PARAMETERS.none,
    answer: "CallDetails",
    handle: async (ctx, { ownerId, id, given }) => {
      readParameters(PARAMETERS.none, given);
      return await ctx.runQuery(internal.publicApi.read.call, { ownerId, id });
    },
  },
  {
    path: "/outcomes",
    scope: "outcomes:read",
    summary: "The outcomes of calls and typed conversations in the inbox, the newest first.",
    parameters: PARAMETERS.outcomes,
    answer: "OutcomePage",
    handle: async (ctx, { ownerId, given }) => {
      const { from, to, ...values } = readParameters(PARAMETERS.outcomes, given);
      const timed = { ...values, fromMs: from, toMs: to };
      return await pageAnswer({ ownerId, path: "/outcomes", values: timed }, (request) =>
        ctx.runQuery(internal.publicApi.read.outcomes, { ownerId, request }),
      );
    },
  },
  {
    path: "/outcomes/{id}",
    scope: "outcomes:read",
    summary: "The outcome of one call or typed conversation, even if it is not in the inbox.",
    parameters: PARAMETERS.none,
    answer: "Outcome",
    handle: async (ctx, { ownerId, id, given }) => {
      readParameters(PARAMETERS.none, given);
      return await ctx.runQuery(internal.publicApi.read.outcome, { ownerId, id });
    },
  },
];

type Paging = ValuesOf<typeof PARAMETERS.assistants>;

async function pageAnswer<Values extends Paging>(
  { ownerId, path, values }: { ownerId: Id<"users">; path: string; values: Values },
  read: (request: Values) => Promise<{ page: object[]; cursor: string | null } | null>,
): Promise<object> {
  const { cursor: given, limit, ...filter } = values;
  const list = { ownerId, path, filter };
  const cursor = given === null ? null : await placeOf(list, given);
  if (given !== null && cursor === null) throw staleCursor();
  const found = await read({ ...values, cursor });
  if (found === null)
    throw wrongParameter("assistant", "assistant must be the id of an assistant.");
  const next = found.cursor;
  return { data: found.page, nextCursor: next === null ? null : await cursorFor(list, next) };
}

export function staleCursor() {
  return wrongParameter(
    "cursor",
    "This cursor is not for this list, or is too old. Start again without one.",
  );
}
