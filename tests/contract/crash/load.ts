/** Clients that keep a backend busy, and record what it acknowledged. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../app-api.ts";
import type { Random } from "./random.ts";

/** Notes are found by their author. */
export interface Promised {
  kind: "mutation" | "scheduled mutation" | "scheduled action";
  author: string;
}

export interface Load {
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

export function startLoad(url: string, random: Random): Load {
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
