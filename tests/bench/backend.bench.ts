import { ConvexHttpClient } from "convex/browser";
import { api } from "../contract/app-api.ts";
import { APP_FOLDER, openDeployment } from "../contract/deployment.ts";
import type { Bench, Figure } from "./bench.ts";
import { inProcessOfItsOwn, quantile } from "./load/jobs.ts";
import type { Kind } from "./load/jobs.ts";

const ROUNDS = 300;
const WARM_UP_MS = 3_000;
const DURATION_MS = 8_000;
const FEW_ROWS = 1_000;
const MANY_ROWS = 1_000_000;
const ROWS_A_CALL = 4_000;

/** The local backend, whose clients are in a process of their own. */
export const bench: Bench = {
  title: "Local backend",
  async measure() {
    const deployment = await openDeployment({ app: APP_FOLDER });
    const { url } = deployment.backend;
    try {
      return [
        ...(await writes({ url, clients: 1, ahead: 1 })),
        ...(await writes({ url, clients: 1, ahead: 64 })),
        ...(await writes({ url, clients: 16, ahead: 1 })),
        await screens({ url, clients: 1, rounds: 200 }),
        await screens({ url, clients: 100, rounds: 100 }),
        await screens({ url, clients: 1_000, rounds: 20 }),
        // Last: what is written into a million rows touches more pages.
        ...(await reads(url)),
      ];
    } finally {
      await deployment.close();
    }
  },
};

interface Load {
  url: string;
  clients: number;
}

/** Of sockets that do nothing else, beside the real clients, which take twice as much of the shared cores. */
async function writes({ url, clients, ahead }: Load & { ahead: number }): Promise<Figure[]> {
  const times = { warmUpMs: WARM_UP_MS, durationMs: DURATION_MS };
  const measured = async (kind: Kind) => {
    const job = { type: "write", kind, url, clients, ahead, ...times } as const;
    return (await inProcessOfItsOwn(job)).timesMs;
  };
  const real = await measured("real");
  const bare = await measured("bare");
  const who = clients === 1 ? `one client, ${ahead} on the way` : `${clients} clients`;
  const name = "the real client";
  const aSecond = ({ length }: number[]) => (length * 1000) / DURATION_MS;
  return [
    {
      name: `Mutations of ${who}`,
      unit: "a second",
      value: aSecond(bare),
      baseline: { name, value: aSecond(real) },
    },
    {
      name: `... and the slowest of a hundred`,
      unit: "ms",
      value: quantile(bare, 0.99),
      baseline: { name, value: quantile(real, 0.99) },
    },
  ];
}

async function screens({ url, clients, rounds }: Load & { rounds: number }): Promise<Figure> {
  const measured = async (kind: Kind) => {
    const { timesMs } = await inProcessOfItsOwn({ type: "watch", kind, url, clients, rounds });
    return quantile(timesMs, 0.5);
  };
  const real = await measured("real");
  return {
    name: `From a write to the last of ${clients} screens`,
    unit: "ms",
    value: await measured("bare"),
    baseline: { name: "the real client", value: real },
  };
}

/** Of a small table and of a large one; they read the same single document. */
async function reads(url: string): Promise<Figure[]> {
  const client = new ConvexHttpClient(url);
  const fill = async (from: number, below: number) => {
    for (let next = from; next < below; next += ROWS_A_CALL) {
      const last = Math.min(below, next + ROWS_A_CALL);
      await client.mutation(api.notes.fill, { from: next, below: last });
    }
  };
  const readMs = (rows: number) =>
    medianMs(ROUNDS, () => {
      const author = `number ${Math.floor(Math.random() * rows)}`;
      return client.query(api.notes.only, { author });
    });
  await fill(0, FEW_ROWS);
  await readMs(FEW_ROWS);
  const fewMs = await readMs(FEW_ROWS);
  await fill(FEW_ROWS, MANY_ROWS);
  return [
    {
      name: "An indexed read, of a million rows",
      unit: "ms",
      value: await readMs(MANY_ROWS),
      baseline: { name: "of a thousand", value: fewMs },
    },
  ];
}

async function medianMs(rounds: number, task: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const startedMs = performance.now();
    await task();
    times.push(performance.now() - startedMs);
  }
  return quantile(times, 0.5);
}
