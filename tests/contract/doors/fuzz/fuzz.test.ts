/**
 * Thousands of hostile inputs to the five ports of `npm start`, from fixed seeds. That none does harm is our own
 * requirement; other tests compare responses with the vendors' documents. Run one seed alone with `HARK_SOAK=1 npx
 * vitest run --project contract tests/contract/doors/fuzz -t "seed 7 "`.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { sized } from "../../../soak.ts";
import { APP_FOLDER } from "../../deployment.ts";
import { attack } from "./attack.ts";
import type { Held } from "../door-process.ts";
import { openDoorsElsewhere } from "../doors-elsewhere.ts";
import type { DoorsElsewhere } from "../doors-elsewhere.ts";
import { closeCodes } from "./frames.ts";
import { expectHealth } from "./health.ts";
import { inputs } from "./inputs.ts";
import type { Input } from "./inputs.ts";
import { openRoom } from "./room.ts";

const SEEDS = Array.from({ length: sized({ usual: 3, soak: 51 }) }, (_, at) => at + 1);
const INPUTS_PER_SEED = 200;
const AT_ONCE = 8;
/** Connections that clients keep for the next request. */
const MOST_SOCKETS = 4 * AT_ONCE;
/**
 * Growth since the first seed, after a forced garbage collection. It allows half a kilobyte for each of ten thousand
 * inputs; a leaked connection takes some ten kilobytes.
 */
const MOST_GROWTH_BYTES = 6 * 2 ** 20;
const LONGEST_SHOWN = 2_000;

let doors: DoorsElsewhere;
const heldAfter = new Map<number, Held>();

beforeAll(async () => {
  doors = await openDoorsElsewhere(APP_FOLDER);
});

afterAll(() => doors.close());

// T52: docs/security.md
test.each(SEEDS)("[A4] the inputs of seed %i harm none of the five ports", async (seed) => {
  const given = fc.sample(inputs, { seed, numRuns: INPUTS_PER_SEED });
  const faults: string[] = [];
  const waiting = given.entries();
  const stranger = async () => {
    for (const [at, input] of waiting) {
      const fault = await faultOf(input).catch(String);
      if (fault !== null) {
        faults.push(`input ${at}: ${fault}\n${JSON.stringify(input).slice(0, LONGEST_SHOWN)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, stranger));
  expect(doors.isAlive()).toBe(true);
  await expectHealth(doors);
  const held = await doors.held();
  heldAfter.set(seed, held);
  expect([...faults, ...held.faults]).toEqual([]);
});

test("[A4] the inputs leave nothing in memory", () => {
  const [warm, ...rest] = [...heldAfter.values()];
  const last = must(rest.at(-1), "what is held after the seeds");
  expect(last.sockets).toBeLessThan(MOST_SOCKETS);
  expect(last.heapBytes - must(warm, "warm-up").heapBytes).toBeLessThan(MOST_GROWTH_BYTES);
});

/** Null if the server answered or closed the connection. */
async function faultOf(input: Input): Promise<string | null> {
  const { url, open } = must(doors.doors[input.door], input.door);
  const needsRoom = input.writes.some((text) => text.includes("ROOM"));
  const room = needsRoom ? await openRoom(doors) : null;
  const names = {
    HOST: new URL(url).host,
    ROOM: room === null ? "" : new URL(room.url).pathname,
    ...doors.keys,
  };
  const received = await attack(input, { url, open, names });
  await room?.close();
  const broken = /HTTP\/1\.1 5\d\d .*/.exec(received)?.[0];
  if (broken !== undefined) return `${broken}\n${received.slice(0, LONGEST_SHOWN)}`;
  if (!received.startsWith("HTTP/1.1 101 ")) return null;
  return closeCodes(received).includes(1011) ? "the socket was closed with 1011" : null;
}
