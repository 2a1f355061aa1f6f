/**
 * Firefox's Marionette socket: WebDriver commands as numbered JSON messages with a length prefix. geckodriver, which
 * Debian does not package, uses the same protocol.
 */
import { connect } from "node:net";
import { DriverError } from "./driver.ts";

type Answer = [type: 1, id: number, error: ErrorBody | null, result: unknown];

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

interface ErrorBody {
  error: string;
  message: string;
}

export interface Marionette {
  send(command: string, params?: object): Promise<unknown>;
  close(): void;
}

const COLON = ":".charCodeAt(0);

export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map<number, Waiting>();
  let received = Buffer.alloc(0);
  let lastId = 0;

  const greeted = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () =>
      reject(new Error("Firefox closed the connection before its greeting")),
    );
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let text = takeMessage(); text !== null; text = takeMessage()) {
        const message = JSON.parse(text) as Answer | object;
        if (Array.isArray(message)) settle(message as Answer);
        else resolve();
      }
    });
  });

  function takeMessage(): string | null {
    const colon = received.indexOf(COLON);
    if (colon === -1) return null;
    const end = colon + 1 + Number(received.subarray(0, colon).toString());
    if (received.length < end) return null;
    const text = received.subarray(colon + 1, end).toString();
    received = received.subarray(end);
    return text;
  }

  function settle(answer: Answer): void {
    waiting.get(answer[1])?.resolve(answer);
    waiting.delete(answer[1]);
  }

  await greeted;
  socket.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox went away"));
  });
  return {
    async send(command, params = {}) {
      lastId += 1;
      const answered = new Promise<Answer>((resolve, reject) => {
        waiting.set(lastId, { resolve, reject });
      });
      const body = JSON.stringify([0, lastId, command, params]);
      socket.write(`${Buffer.byteLength(body)}:${body}`);
      const [, , error, result] = await answered;
      if (error !== null) throw new DriverError(command, error);
      return result;
    },
    close: () => socket.destroy(),
  };
}
