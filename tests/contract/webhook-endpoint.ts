/** A webhook endpoint that records the events whose signature `verify` accepts. */
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "@hark/stand-in-kit/listening";

type Verify<Event> = (headers: IncomingHttpHeaders, body: string) => Event | Promise<Event>;

export async function openWebhookEndpoint<Event>(verify: Verify<Event>) {
  const received: Event[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const event = await verify(request.headers, await text(request));
      const status = statuses.shift() ?? 200;
      if (status < 300) received.push(event);
      response.writeHead(status).end();
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  return { url: await listen(server, 0), received, statuses, close: () => closeServer(server) };
}
