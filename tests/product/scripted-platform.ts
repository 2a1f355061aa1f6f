/** A voice platform with scripted responses, for errors that the stand-in never makes. */
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "@hark/stand-in-kit/listening";

export type Reply = (response: ServerResponse) => void;

export interface ScriptedPlatform {
  url: string;
  /** The requests so far, such as `DELETE /call/1 {}`. */
  requests: string[];
  /** Sets the response to a request such as `GET /call/1`. Others get 404. */
  answer(request: string, reply: Reply): void;
  close(): Promise<void>;
}

export async function openScriptedPlatform(): Promise<ScriptedPlatform> {
  const requests: string[] = [];
  const replies = new Map<string, Reply>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const line = `${request.method} ${request.url}`;
      requests.push(`${line} ${body}`.trim());
      const reply = replies.get(line) ?? json({ message: "Not Found" }, 404);
      reply(response);
    });
  });
  return {
    url: await listen(server, 0),
    requests,
    answer: (request, reply) => void replies.set(request, reply),
    close: () => closeServer(server),
  };
}

export function json(body: object, status = 200): Reply {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  };
}
