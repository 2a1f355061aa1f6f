/** A process of clients, so that what they cost is not the backend's. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../../contract/app-api.ts";
import type { Job, Report } from "./jobs.ts";

process.on("message", (job: Job) => {
  void carryOut(job).then((report) => {
    process.send?.(report);
    process.disconnect();
  });
});

async function carryOut(job: Job): Promise<Report> {
  switch (job.type) {
    case "write":
      return write(job);
    case "watch":
      return watch(job);
  }
}

function newClient(url: string): ConvexClient {
  return new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
  });
}

interface Writer {
  add(author: string): Promise<unknown>;
  close(): unknown;
}

/** Each client sends its next mutation when the one before is answered, or `ahead` of that many. */
async function write({ url, clients, kind, ahead, ...times }: Job & { type: "write" }) {
  const newWriter = kind === "real" ? realWriter : bareWriter;
  const all = await Promise.all(Array.from({ length: clients }, () => newWriter(url)));
  const begun = performance.now() + times.warmUpMs;
  const end = begun + times.durationMs;
  const timesMs: number[] = [];
  const author = (client: number) => `writer ${client}`;
  const lane = async (client: Writer, number: number) => {
    while (performance.now() < end) {
      const sentMs = performance.now();
      await client.add(author(number));
      const answeredMs = performance.now();
      if (sentMs >= begun && answeredMs <= end) timesMs.push(answeredMs - sentMs);
    }
  };
  await Promise.all(
    all.flatMap((client, number) => Array.from({ length: ahead }, () => lane(client, number))),
  );
  await Promise.all(all.map((client) => client.close()));
  return { timesMs };
}

function realWriter(url: string): Promise<Writer> {
  const client = newClient(url);
  return Promise.resolve({
    add: (author) => client.mutation(api.notes.add, { author }),
    close: () => client.close(),
  });
}

/** The frames that the real client sends for the same, in get-convex/convex-js, src/browser/sync/protocol.ts. */
async function bareWriter(url: string): Promise<Writer> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.31.0/sync`);
  await once(socket, "open");
  const connect = { sessionId: randomUUID(), connectionCount: 0, lastCloseReason: null };
  socket.send(JSON.stringify({ type: "Connect", ...connect }));
  const waiting = new Map<number, () => void>();
  let requestId = 0;
  socket.on("message", (data) => {
    const text = (data as Buffer).toString();
    if (!text.startsWith('{"type":"MutationResponse"')) return;
    const answer = JSON.parse(text) as { requestId: number; success: boolean };
    if (!answer.success) throw new Error(text);
    waiting.get(answer.requestId)?.();
    waiting.delete(answer.requestId);
  });
  return {
    add(author) {
      requestId += 1;
      const answered = new Promise<void>((resolve) => waiting.set(requestId, resolve));
      const mutation = { requestId, udfPath: "notes:add", args: [{ author }] };
      socket.send(JSON.stringify({ type: "Mutation", ...mutation }));
      return answered;
    },
    close: () => socket.close(),
  };
}

/** How long after a write the last of those who watch has seen it. */
async function watch({ url, clients, rounds }: Job & { type: "watch" }): Promise<Report> {
  const writer = newClient(url);
  const id = await writer.mutation(api.notes.add, { author: "watched", rank: 0 });
  const watchers = Array.from({ length: clients }, () => newClient(url));
  const seen = new Map<number, number>();
  let wake: () => void = () => undefined;
  for (const watcher of watchers) {
    watcher.onUpdate(api.notes.get, { id }, (note) => {
      const rank = note?.rank ?? 0;
      seen.set(rank, (seen.get(rank) ?? 0) + 1);
      wake();
    });
  }
  const untilAllSaw = async (rank: number) => {
    while ((seen.get(rank) ?? 0) < clients) await new Promise<void>((resolve) => (wake = resolve));
  };
  await untilAllSaw(0);
  const timesMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const sentMs = performance.now();
    void writer.mutation(api.notes.patch, { id, fields: { rank: round } });
    await untilAllSaw(round);
    timesMs.push(performance.now() - sentMs);
  }
  await Promise.all([writer, ...watchers].map((client) => client.close()));
  return { timesMs };
}
