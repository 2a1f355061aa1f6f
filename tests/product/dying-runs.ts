/**
 * Runs of the outbox that die at a step drawn from a seed, or whose work goes wrong there, and time that passes until
 * nothing is left to do. What has to hold in the end says whoever uses it.
 */
import fc from "fast-check";
import { internal } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { sized } from "../soak.ts";
import type { Gate, Held } from "./gate.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;
/** Some of the work waits for others to give up their places, or for a job that runs after it. */
const FEWEST_ROUNDS = 3;

/** Where the run dies, or what goes wrong. */
const FAULTS = [
  "before it asks",
  "before it is answered",
  "answer lost",
  "refused",
  "down",
] as const;
export interface Fault<Request extends string = string> {
  /** The next one that begins like this. */
  request: Request;
  fault: (typeof FAULTS)[number];
}

/** Two at the most at any of these. */
export function someFaults<Request extends string>(requests: readonly Request[]) {
  const fault = fc.record({
    request: fc.constantFrom(...requests),
    fault: fc.constantFrom(...FAULTS),
  });
  return fc.array(fault, { maxLength: 2 });
}

/** So many. Making a failure smaller would take longer than a test may; its seed is printed. */
export function sequences(count: { usual: number; soak: number }) {
  return { numRuns: sized(count), endOnFailure: true };
}

export interface Vendor {
  gate: () => Gate;
  /** Has the next request that begins like this answered so. */
  fail: (request: string, how: "refused" | "down") => Promise<void> | void;
}

interface Rounds {
  /** How much time passes before each. */
  hours?: number;
  /** At the most. */
  count: number;
  isDone: () => Promise<boolean>;
}

export interface DyingRuns {
  /** Nothing is held up yet. */
  begin(): void;
  plan(vendor: Vendor, fault: Fault): Promise<void>;
  /** Waits until nothing is under way but runs that died, as far as anybody can tell. */
  quiet(): Promise<void>;
  /** Lets be what was to be held up and was not. */
  spare(): void;
  /** Those that died turn out to have been slow. */
  wake(): void;
  /** Time passes, and the jobs run, until it is done. */
  rounds(rounds: Rounds): Promise<void>;
}

interface Beside {
  /** What else the jobs do with each round. */
  sweep?: () => Promise<unknown>;
  /** What else is under way: waits for it, and answers how often there has been anything. */
  others?: () => Promise<number>;
}

export function dyingRuns(
  world: () => World,
  { sweep = async () => undefined, others = async () => 0 }: Beside = {},
): DyingRuns {
  let held: Held[] = [];
  let before = -1;
  const runsEnd = () =>
    eventually(async () => {
      const waiting = held.reduce((sum, { waiting: count }) => sum + count, 0);
      return (await world().unfinished()) === waiting;
    });
  const runs: DyingRuns = {
    begin() {
      held = [];
    },
    async plan({ gate, fail }, { request, fault }) {
      if (fault === "before it asks") held.push(gate().hold(request, 1));
      else if (fault === "before it is answered") held.push(gate().holdAnswer(request, 1));
      else if (fault === "answer lost") gate().loseAnswer(request);
      else await fail(request, fault);
    },
    async quiet() {
      for (;;) {
        await runsEnd();
        const now = await others();
        if (now === before) return;
        before = now;
      }
    },
    spare() {
      for (const each of held) if (each.waiting === 0) each.release();
    },
    wake() {
      for (const each of held) each.release();
      held = [];
    },
    async rounds({ hours = 1, count, isDone }) {
      for (let round = 1; round <= count; round++) {
        world().skip(hours * HOUR_MS);
        await world().inside.mutation(internal.jobs.startJobs.sweep, {});
        await sweep();
        await runs.quiet();
        if (round >= FEWEST_ROUNDS && (await isDone())) return;
      }
    },
  };
  return runs;
}
