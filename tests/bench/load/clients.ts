/** A process of clients, so that what they cost is not the backend's. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import type { GenericId } from "convex/values";
import { api } from "../../contract/app-api.ts";
import type { Job, Report } from "./jobs.ts";

process.on("message", (job: Job) => {
  void carryOut(job).then((report) => {
    process.send?.(report, () => process.disconnect());
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

/** What of a client is measured. */
interface Screen {
  add(author: string): Promise<unknown>;
  /** Tells whenever the document's rank has changed. */
  watch(id: string, onRank: (rank: number) => void): void;
  close(): unknown;
}

function open(kind: "real" | "bare", url: string): Promise<Screen> {
  return kind === "real" ? Promise.resolve(realScreen(url)) : bareScreen(url);
}

function realScreen(url: string): Screen {
  const client = newClient(url);
  return {
    add: (author) => client.mutation(api.notes.add, { author }),
    watch(id, onRank) {
      client.onUpdate(api.notes.get, { id: id as GenericId<"notes"> }, (note) =>
        onRank(note?.rank ?? 0),
      );
    },
    close: () => client.close(),
  };
}

/** The frames that the real client sends for the same, in get-convex/convex-js, src/browser/sync/protocol.ts. */
async function bareScreen(url: string): Promise<Screen> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.31.0/sync`);
  await once(socket, "open");
  const say = (message: object) => socket.send(JSON.stringify(message));
  say({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: "InitialConnect",
  });
  const waiting = new Map<number, () => void>();
  let requestId = 0;
  let hear: (rank: number) => void = () => undefined;
  socket.on("message", (data) => {
    const text = (data as Buffer).toString();
    const rank = /"type":"QueryUpdated".*"rank":(\d+)/.exec(text)?.[1];
    if (rank !== undefined) hear(Number(rank));
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
      say({ type: "Mutation", requestId, udfPath: "notes:add", args: [{ author }] });
      return answered;
    },
    watch(id, onRank) {
      hear = onRank;
      const query = { type: "Add", queryId: 0, udfPath: "notes:get", args: [{ id }] };
      say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [query] });
    },
    close: () => socket.close(),
  };
}

/** Each client sends its next mutation when the one before is answered, or `ahead` of that many. */
async function write({ url, clients, kind, ahead, ...times }: Job & { type: "write" }) {
  const all = await Promise.all(Array.from({ length: clients }, () => open(kind, url)));
  const begun = performance.now() + times.warmUpMs;
  const end = begun + times.durationMs;
  const timesMs: number[] = [];
  const author = (client: number) => `writer ${client}`;
  const lane = async (client: Screen, number: number) => {
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

/** How long after a write the last of those who watch has seen it. */
async function watch({ url, clients, kind, rounds }: Job & { type: "watch" }): Promise<Report> {
  const writer = newClient(url);
  const id = await writer.mutation(api.notes.add, { author: "watched", rank: 0 });
  const watchers = await Promise.all(Array.from({ length: clients }, () => open(kind, url)));
  const seen = new Map<number, number>();
  let wake: () => void = () => undefined;
  for (const watcher of watchers) {
    watcher.watch(id, (rank) => {
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
