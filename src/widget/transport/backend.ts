/** Queries over plain HTTP, because a live connection would need more code than the rest of the button. */
import type { FunctionReference, FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { FoundAssistant } from "../state/assistant";

type AssistantLookup = typeof api.assistants.getAssistantByEmbedId;
export type TestUsage = FunctionReturnType<typeof api.usage.getTestUsage>;
export type FreeTrial = FunctionReturnType<typeof api.usage.checkFreeTrialLimit>;

export interface Backend {
  /** Null if there is none, or it may not be shown. */
  findAssistant: () => Promise<FoundAssistant | null>;
  testUsage(): Promise<TestUsage>;
  freeTrial(): Promise<FreeTrial>;
}

export interface QueryOptions {
  url: string;
  /** The owner's session, read for each query because another tab may have renewed it. */
  sessionToken: (() => string | null) | null;
}

export interface BackendOptions extends QueryOptions {
  embedId: string;
}

/** There is no session, or it has ended. */
export class NotSignedIn extends Error {
  override name = "NotSignedIn";
}

function openQueries({ url, sessionToken }: QueryOptions) {
  return async function query<Query extends FunctionReference<"query">>(
    path: string,
    args: Query["_args"],
  ): Promise<FunctionReturnType<Query>> {
    const token = sessionToken?.();
    if (token === null) throw new NotSignedIn();
    const response = await fetch(`${url}/api/query`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ path, args, format: "json" }),
    });
    if (response.status === 401) throw new NotSignedIn();
    const answer = (await response.json()) as Answer<FunctionReturnType<Query>>;
    if (answer.status === "success") return answer.value;
    if (answer.errorData?.code === "not_signed_in") throw new NotSignedIn();
    throw new Error(`${path}: ${answer.errorMessage ?? response.status}`);
  };
}

export function connectBackend({ embedId, ...options }: BackendOptions): Backend {
  const isTesting = options.sessionToken !== null;
  const query = openQueries(options);
  return {
    findAssistant: () =>
      query<AssistantLookup>(`assistants:getAssistantByEmbedId${isTesting ? "ForTesting" : ""}`, {
        embedId,
      }),
    testUsage: () => query<typeof api.usage.getTestUsage>("usage:getTestUsage", {}),
    freeTrial: () => query<typeof api.usage.checkFreeTrialLimit>("usage:checkFreeTrialLimit", {}),
  };
}

/** Finds an assistant that visitors cannot reach, but can leave a message for. */
export function findForMessage(url: string, embedId: string): ReturnType<Backend["findAssistant"]> {
  const query = openQueries({ url, sessionToken: null });
  return query<typeof api.assistants.getAssistantForMessage>("assistants:getAssistantForMessage", {
    embedId,
  });
}

type Answer<Value> =
  | { status: "success"; value: Value }
  | { status?: "error"; errorMessage?: string; errorData?: { code?: string } };
