/**
 * Interrupts runs of background jobs at a random step, or makes a request of theirs fail, and lets time pass until no
 * job is left. The tests that use it check the result.
 */
import fc from "fast-check";
import { internal } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { sized } from "../soak.ts";
import type { Gate, Held } from "./gate.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;
/** Some jobs wait for a free slot or for another job. */
const FEWEST_ROUNDS = 3;

/** Where a run is interrupted, or which error occurs. */
const FAULTS = [
  "before it asks",
  "before it is answered",
  "answer lost",
  "refused",
  "down",
] as const;
export interface Fault<Request extends string = string> {
  /** The next request that begins like this. */
  request: Request;
  fault: (typeof FAULTS)[number];
}

/** At most two faults, at any of these requests. */
export function someFaults<Request extends string>(requests: readonly Request[]) {
  const fault = fc.record({
    request: fc.constantFrom(...requests),
    fault: fc.constantFrom(...FAULTS),
  });
  return fc.array(fault, { maxLength: 2 });
}

/** Number of runs. fast-check does not shrink failures, which would take too long; it prints the seed. */
export function sequences(count: { usual: number; soak: number }) {
  return { numRuns: sized(count), endOnFailure: true };
}

export interface Vendor {
  gate: () => Gate;
  /** Makes the next request that begins like this fail. */
  fail: (request: string, how: "refused" | "down") => Promise<void> | void;
}

interface Rounds {
  /** How much time passes before each round. */
  hours?: number;
  /** Maximum number of rounds. */
  count: number;
  isDone: () => Promise<boolean>;
}

export interface DyingRuns {
  /** Starts without any held request. */
  begin(): void;
  plan(vendor: Vendor, fault: Fault): Promise<void>;
  /** Waits until only interrupted runs are left. */
  quiet(): Promise<void>;
  /** Removes holds that no request has met. */
  spare(): void;
  /** Releases the held requests, so the interrupted runs turn out to be slow ones. */
  wake(): void;
  /** Lets time pass and jobs run until `isDone`. */
  rounds(rounds: Rounds): Promise<void>;
}

interface Beside {
  /** Further work of each round. */
  sweep?: () => Promise<unknown>;
  /** Waits for other activity, and returns how much there has been so far. */
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
