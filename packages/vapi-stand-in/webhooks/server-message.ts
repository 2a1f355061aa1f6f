/** Sends a message to the assistant's server, if the assistant selects it. */
import type { AssistantConfig } from "../store/resources.ts";
import type { WebhookSender } from "./webhook-sender.ts";

export type ServerMessage = { type: string } & Record<string, unknown>;

const DEFAULT_SERVER_MESSAGES = [
  ...["assistant.started", "conversation-update", "end-of-call-report", "hang", "speech-update"],
  ...["status-update", "user-interrupted"],
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
