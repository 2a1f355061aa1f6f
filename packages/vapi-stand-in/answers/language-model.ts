import { postTo } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export async function askModel(
  endpoint: Endpoint,
  messages: ChatMessage[],
  { signal, maxTokens }: { signal: AbortSignal; maxTokens: number },
): Promise<string> {
  const body = JSON.stringify({
    model: endpoint.model,
    messages,
    max_tokens: maxTokens,
  });
  const answer = await postTo(endpoint, { path: "chat/completions", body, signal });
  const { choices } = answer as { choices?: { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  if (typeof content !== "string" || content.trim() === "") {
    throw new Error("The answer endpoint answered without a message");
  }
  return content.trim();
}
