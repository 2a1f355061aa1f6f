/**
 * Nothing that was acknowledged is lost or executed twice when the backend is killed under load. One seed alone:
 * `HARK_SOAK=1 npx vitest run --project contract tests/contract/crash -t "seed 7 "`.
 */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { disagreements } from "@hark/convex-local/engine/test-index-consistency";
import { WebSocket } from "ws";
import { eventually } from "../../eventually.ts";
import { adminClient } from "../../admin-client.ts";
import { sized } from "../../soak.ts";
import { api } from "../app-api.ts";
import { openMortalBackend } from "./mortal-backend.ts";
import type { MortalBackend } from "./mortal-backend.ts";
import { randomFrom } from "./random.ts";
import type { Random } from "./random.ts";

const SEEDS = Array.from({ length: sized({ usual: 3, soak: 50 }) }, (_, at) => at + 1);
const MOST_ANSWERS = 150;
/** Within the milliseconds of whatever follows a response, such as a commit. */
const MOST_MS_AFTER = 8;

test.each(SEEDS)(
  "[T6, J2, J3] the backend keeps everything that it acknowledged when it is killed at the times of seed %i",
  async (seed) => {
    const random = randomFrom(seed);
    const backend = await openMortalBackend();
    try {
      const load = startLoad(backend.url, random);
      await backend.living(load.after(1 + random.below(MOST_ANSWERS)));
      await pause(random.below(MOST_MS_AFTER));
      await backend.kill();
      expect(disagreements(path.join(backend.folder, "data.sqlite"))).toEqual([]);
      await backend.start();
      await backend.living(load.finish());
      await backend.living(expectKept(backend, load));
      await backend.stop();
      expect(disagreements(path.join(backend.folder, "data.sqlite"))).toEqual([]);
    } finally {
      await backend.remove();
    }
  },
);

async function expectKept({ url, adminKey }: MortalBackend, load: Load): Promise<void> {
  const admin = adminClient(url, adminKey);
  const jobs = await jobsAtTheEnd(admin);
  const counts = new Map<string, number>();
  for (const { author } of await allOf<{ author: string }>(admin, "notes")) {
    counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  for (const { kind, author } of load.acknowledged) {
    const count = counts.get(author) ?? 0;
    const state = jobs.get(author)?.state;
    if (kind !== "scheduled action") {
      expect({ author, count }).toEqual({ author, count: 1 });
      if (kind === "scheduled mutation") expect(state).toEqual({ kind: "success" });
    } else if (state?.kind === "success") expect({ author, count }).toEqual({ author, count: 1 });
    else {
      expect(state).toEqual({ kind: "failed", error: INTERRUPTED });
      expect(count).toBeLessThanOrEqual(1);
    }
  }
  for (const { author } of load.unknown) expect(counts.get(author) ?? 0).toBeLessThanOrEqual(1);
  const client = new ConvexHttpClient(url, { logger: false });
  for (const [id, text] of load.files) {
    expect(await client.action(api.files.read, { id: id as never })).toBe(text);
  }
}

/** By author, once no function waits or runs: some are scheduled for later. */
async function jobsAtTheEnd(admin: ConvexHttpClient): Promise<Map<string, Job>> {
  let all: Job[] = [];
  await eventually(async () => {
    all = await allOf<Job>(admin, "_scheduled_functions");
    return all.every(({ state }) => state.kind !== "pending" && state.kind !== "inProgress");
  });
  const jobs = new Map(all.map((job) => [job.args[0].author, job]));
  // HTTP requests without a response were not repeated, and a socket repeats its request under the same ID.
  expect(jobs.size).toBe(all.length);
  return jobs;
}

/** The error's text: get-convex/convex-backend, crates/application/src/scheduled_jobs/mod.rs. */
const INTERRUPTED = "Transient error while executing action";

interface Job {
  args: [{ author: string }];
  state: { kind: string; error?: string };
}

interface Page<T> {
  page: T[];
  isDone: boolean;
  continueCursor: string;
}

const TABLE_DATA = makeFunctionReference<"query", Record<string, unknown>, Page<unknown>>(
  "_system/cli/tableData",
);

async function allOf<T>(admin: ConvexHttpClient, table: string): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor: string | null = null; ;) {
    const paginationOpts = { cursor, numItems: 200 };
    const answer: Page<unknown> = await admin.query(TABLE_DATA, {
      table,
      order: "asc",
      paginationOpts,
    });
    rows.push(...(answer.page as T[]));
    if (answer.isDone) return rows;
    cursor = answer.continueCursor;
  }
}

/** Notes are found by their author. */
interface Promised {
  kind: "mutation" | "scheduled mutation" | "scheduled action";
  author: string;
}

interface Load {
  /** Resolves after this number of responses. */
  after(answers: number): Promise<void>;
  /** Starts no more requests, and waits for the pending ones. */
  finish(): Promise<void>;
  acknowledged: Promised[];
  /** HTTP requests without a response, which may have been executed or not. */
  unknown: Promised[];
  /** The text of each acknowledged file, by its ID. */
  files: Map<string, string>;
}

const SOCKETS = 3;
const HTTP_CLIENTS = 3;
const LONGEST_DELAY_MS = 200;
/** Long enough for SQLite to move its log into the file while the backend is killed. */
const LONGEST_AUTHOR = 40_000;

function startLoad(url: string, random: Random): Load {
  const sockets = Array.from(
    { length: SOCKETS },
    () =>
      new ConvexClient(url, {
        webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
        logger: false,
      }),
  );
  const acknowledged: Promised[] = [];
  const unknown: Promised[] = [];
  const files = new Map<string, string>();
  let answers = 0;
  let isFinishing = false;
  let onAnswer: () => void = () => undefined;
  const answered = () => {
    answers += 1;
    onAnswer();
  };

  const write = (client: Pick<ConvexHttpClient, "mutation">, { kind, author }: Promised) => {
    if (kind === "mutation") return client.mutation(api.notes.add, { author });
    const job = kind === "scheduled mutation" ? "write" : "act";
    const delayMs = random.below(2) * random.below(LONGEST_DELAY_MS);
    return client.mutation(api.later.plan, { job, author, delayMs });
  };
  const next = (): Promised => ({
    kind: random.oneOf(["mutation", "scheduled mutation", "scheduled action"]),
    author: crypto.randomUUID() + "-".repeat(random.below(2) * random.below(LONGEST_AUTHOR)),
  });

  // After a reconnect, this client repeats requests without a response.
  const overSocket = async (client: ConvexClient) => {
    while (!isFinishing) {
      const wanted = next();
      await write(client as unknown as ConvexHttpClient, wanted);
      acknowledged.push(wanted);
      answered();
    }
  };
  const overHttp = async () => {
    const client = new ConvexHttpClient(url, { logger: false });
    while (!isFinishing) {
      const wanted = next();
      try {
        await write(client, wanted);
      } catch {
        unknown.push(wanted);
        return;
      }
      acknowledged.push(wanted);
      answered();
    }
  };
  const uploading = async () => {
    const client = new ConvexHttpClient(url, { logger: false });
    while (!isFinishing) {
      const text = "x".repeat(random.below(50_000));
      try {
        const address = await client.mutation(api.files.uploadUrl);
        const answer = await fetch(address, { method: "POST", body: text });
        const { storageId } = (await answer.json()) as { storageId: string };
        files.set(storageId, text);
      } catch {
        return;
      }
      answered();
    }
  };
  const everybody = [
    ...sockets.map(overSocket),
    ...Array.from({ length: HTTP_CLIENTS }, overHttp),
    uploading(),
  ];

  return {
    acknowledged,
    unknown,
    files,
    after: (count) =>
      new Promise((resolve) => {
        onAnswer = () => {
          if (answers >= count) resolve();
        };
        onAnswer();
      }),
    async finish() {
      isFinishing = true;
      await Promise.all(everybody);
      await Promise.all(sockets.map((socket) => socket.close()));
    },
  };
}
