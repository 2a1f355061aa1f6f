/** A process of clients, so that what they cost is not the backend's. */
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

/** Each client sends its next mutation when the one before is answered, or `ahead` of that many. */
async function write({ url, clients, ahead, warmUpMs, durationMs }: Job & { type: "write" }) {
  const all = Array.from({ length: clients }, () => newClient(url));
  const begun = performance.now() + warmUpMs;
  const end = begun + durationMs;
  const timesMs: number[] = [];
  const author = (client: number) => `writer ${client}`;
  const lane = async (client: ConvexClient, number: number) => {
    while (performance.now() < end) {
      const sentMs = performance.now();
      await client.mutation(api.notes.add, { author: author(number) });
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
async function watch({ url, clients, rounds }: Job & { type: "watch" }): Promise<Report> {
  const author = `watched by ${clients}`;
  const writer = newClient(url);
  const watchers = Array.from({ length: clients }, () => newClient(url));
  const seen = new Map<number, number>();
  let wake: () => void = () => undefined;
  for (const watcher of watchers) {
    watcher.onUpdate(api.notes.byAuthor, { author }, ({ length }) => {
      seen.set(length, (seen.get(length) ?? 0) + 1);
      wake();
    });
  }
  const untilAllSaw = async (count: number) => {
    while ((seen.get(count) ?? 0) < clients) await new Promise<void>((resolve) => (wake = resolve));
  };
  await untilAllSaw(0);
  const timesMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const sentMs = performance.now();
    void writer.mutation(api.notes.add, { author });
    await untilAllSaw(round);
    timesMs.push(performance.now() - sentMs);
  }
  await Promise.all([writer, ...watchers].map((client) => client.close()));
  return { timesMs };
}
