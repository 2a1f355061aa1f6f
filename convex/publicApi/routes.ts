/** What can be asked for. The door and the document both go by this table. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { ApiScope } from "../shared/apiKeys";
import { wrongParameter } from "./apiError";
import { cursorFor, placeOf } from "./cursors";
import { type Parameter, PARAMETERS, readParameters, type ValuesOf } from "./parameters";
import { apiAssistant, apiCall, apiCallDetails, apiOutcome, pageOf } from "./shapes";

export interface Asked {
  ownerId: Id<"users">;
  /** The part of the path that names one; empty for a list. */
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
  /** Below /v1; `{id}` stands for one of them. */
  path: string;
  scope: ApiScope;
  summary: string;
  parameters: Record<string, Parameter<unknown>>;
  answer: keyof typeof ANSWERS;
  /** Null: there is no such thing. */
  answered: (ctx: ActionCtx, asked: Asked) => Promise<object | null>;
}

export const ROUTES: Route[] = [
  {
    path: "/assistants",
    scope: "assistants:read",
    summary: "Your assistants, the newest first.",
    parameters: PARAMETERS.assistants,
    answer: "AssistantPage",
    answered: async (ctx, { ownerId, given }) => {
      const values = readParameters(PARAMETERS.assistants, given);
      return await pageAnswer({ ownerId, path: "/assistants", values }, (asked) =>
        ctx.runQuery(internal.publicApi.read.assistants, { ownerId, asked }),
      );
    },
  },
  {
    path: "/assistants/{id}",
    scope: "assistants:read",
    summary: "One of your assistants.",
    parameters: PARAMETERS.assistant,
    answer: "Assistant",
    answered: async (ctx, { ownerId, id, given }) => {
      const { include } = readParameters(PARAMETERS.assistant, given);
      const asked = { ownerId, id, withPrompt: include === "systemPrompt" };
      return await ctx.runQuery(internal.publicApi.read.assistant, asked);
    },
  },
  {
    path: "/calls",
    scope: "calls:read",
    summary: "Calls, the newest first. A page may hold fewer than its limit and not be the last.",
    parameters: PARAMETERS.calls,
    answer: "CallPage",
    answered: async (ctx, { ownerId, given }) => {
      const { from, to, ...values } = readParameters(PARAMETERS.calls, given);
      const timed = { ...values, fromMs: from, toMs: to };
      return await pageAnswer({ ownerId, path: "/calls", values: timed }, (asked) =>
        ctx.runQuery(internal.publicApi.read.calls, { ownerId, asked }),
      );
    },
  },
  {
    path: "/calls/{id}",
    scope: "calls:read",
    summary: "One call, with what was said.",
    parameters: PARAMETERS.none,
    answer: "CallDetails",
    answered: async (ctx, { ownerId, id, given }) => {
      readParameters(PARAMETERS.none, given);
      return await ctx.runQuery(internal.publicApi.read.call, { ownerId, id });
    },
  },
  {
    path: "/outcomes",
    scope: "outcomes:read",
    summary: "What calls left behind, as it is in the inbox, the newest first.",
    parameters: PARAMETERS.outcomes,
    answer: "OutcomePage",
    answered: async (ctx, { ownerId, given }) => {
      const { from, to, ...values } = readParameters(PARAMETERS.outcomes, given);
      const timed = { ...values, fromMs: from, toMs: to };
      return await pageAnswer({ ownerId, path: "/outcomes", values: timed }, (asked) =>
        ctx.runQuery(internal.publicApi.read.outcomes, { ownerId, asked }),
      );
    },
  },
  {
    path: "/outcomes/{id}",
    scope: "outcomes:read",
    summary: "What one call left behind, also if that is nothing that stands in the inbox.",
    parameters: PARAMETERS.none,
    answer: "Outcome",
    answered: async (ctx, { ownerId, id, given }) => {
      readParameters(PARAMETERS.none, given);
      return await ctx.runQuery(internal.publicApi.read.outcome, { ownerId, id });
    },
  },
];

type Turning = ValuesOf<typeof PARAMETERS.assistants>;

async function pageAnswer<Values extends Turning>(
  { ownerId, path, values }: { ownerId: Id<"users">; path: string; values: Values },
  read: (asked: Values) => Promise<{ page: object[]; cursor: string | null } | null>,
): Promise<object> {
  const { cursor: given, limit, ...filter } = values;
  const list = { ownerId, path, filter };
  const cursor = given === null ? null : await placeOf(list, given);
  if (given !== null && cursor === null) throw staleCursor();
  const found = await read({ ...values, cursor });
  if (found === null) throw wrongParameter("assistant", "assistant is no id of an assistant.");
  const next = found.cursor;
  return { data: found.page, nextCursor: next === null ? null : await cursorFor(list, next) };
}

export function staleCursor() {
  return wrongParameter(
    "cursor",
    "This cursor was not given out for this list, or is too old. Begin again without one.",
  );
}
