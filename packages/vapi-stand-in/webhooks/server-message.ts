/** Sends a message to the assistant's server, if the assistant selects it. */
import type { AssistantConfig, FunctionTool } from "../store/resources.ts";
import type { WebhookSender } from "./webhook-sender.ts";

export type ServerMessage = { type: string } & Record<string, unknown>;

const DEFAULT_SERVER_MESSAGES = [
  ...["assistant.started", "conversation-update", "end-of-call-report", "hang", "speech-update"],
  ...["status-update", "tool-calls", "user-interrupted"],
];

export function sendServerMessage(
  webhooks: WebhookSender,
  { id, assistant }: { id: string; assistant: AssistantConfig },
  message: ServerMessage,
): void {
  const { server, serverMessages = DEFAULT_SERVER_MESSAGES } = assistant;
  const names = [
    message.type,
    `${message.type}[transcriptType="${String(message.transcriptType)}"]`,
  ];
  if (server?.url === undefined || !names.some((name) => serverMessages.includes(name))) return;
  webhooks.send({ subjectId: id, server, message });
}

/**
 * Asks the server of a tool, or the assistant's if the tool has none. Resolves to its answer, or to null without one. Whether
 * `serverMessages` must name `tool-calls` is not published; the guide to tools says that one should.
 */
export async function askServer(
  webhooks: WebhookSender,
  { id, assistant }: { id: string; assistant: AssistantConfig },
  { tool, message }: { tool: FunctionTool; message: ServerMessage },
): Promise<unknown> {
  const { serverMessages = DEFAULT_SERVER_MESSAGES } = assistant;
  const server = tool.server?.url === undefined ? assistant.server : tool.server;
  if (server?.url === undefined || !serverMessages.includes(message.type)) return null;
  return await new Promise((onAnswer) => {
    webhooks.send({ subjectId: id, server, message, onAnswer });
  });
}
