import { postTo } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

// An answer is spoken: a minute of it is more than anybody listens to.
const LONGEST_ANSWER_TOKENS = 250;

export async function askModel(
  endpoint: Endpoint,
  messages: ChatMessage[],
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify({
    model: endpoint.model,
    messages,
    max_tokens: LONGEST_ANSWER_TOKENS,
  });
  const answer = await postTo(endpoint, { path: "chat/completions", body, signal });
  const { choices } = answer as { choices?: { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  if (typeof content !== "string" || content.trim() === "") {
    throw new Error("The answer endpoint answered without a message");
  }
  return content.trim();
}
