/** WebDriver BiDi, by which the browser reports events: https://www.w3.org/TR/webdriver-bidi/ */
import { once } from "node:events";
import { WebSocket } from "ws";
import { isLocal } from "../../fixtures/strict-page.ts";

interface Message {
  id?: number;
  type: "success" | "error" | "event";
  message?: string;
  method?: string;
  params?: { level?: string; text?: string; request?: { url: string } };
}

export interface Bidi {
  send(method: string, params: object): Promise<void>;
  /** Errors of pages, and requests to other machines. */
  complaints: string[];
  close(): void;
}

const EVENTS = ["log.entryAdded", "network.beforeRequestSent"];

export async function openBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  const complaints: string[] = [];
  const waiting = new Map<number, (answer: Message) => void>();
  let lastId = 0;

  socket.on("message", (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else complain(message);
  });

  function complain({ method, params }: Message): void {
    if (method === "log.entryAdded" && params?.level === "error") {
      complaints.push(`console: ${params.text}`);
    }
    const address = params?.request?.url;
    if (address !== undefined && !isLocal(address)) {
      complaints.push(`outbound request: ${address}`);
    }
  }

  async function send(method: string, params: object): Promise<void> {
    lastId += 1;
    const answered = new Promise<Message>((resolve) => waiting.set(lastId, resolve));
    socket.send(JSON.stringify({ id: lastId, method, params }));
    const { type, message = "" } = await answered;
    if (type === "error") throw new Error(`${method}: ${message}`);
  }

  await send("session.subscribe", { events: EVENTS });
  return { send, complaints, close: () => socket.close() };
}
