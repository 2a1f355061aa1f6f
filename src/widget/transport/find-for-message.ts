import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { FoundAssistant } from "../state/assistant";

/** An assistant for which visitors can leave a message, also if it is not live. Null if it takes none. */
export async function findForMessage(url: string, embedId: string): Promise<FoundAssistant | null> {
  const response = await fetch(`${url}/api/query`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      path: "assistants:getAssistantForMessage",
      args: { embedId },
      format: "json",
    }),
  });
  const { value = null } = (await response.json()) as {
    value?: FunctionReturnType<typeof api.assistants.getAssistantForMessage>;
  };
  return value;
}
