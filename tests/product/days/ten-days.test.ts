/**
 * Ten days in which everything fails at random, and what is there at the end. Those of one seed alone:
 * `HARK_SOAK=1 npx vitest run --project product tests/product/days -t "seed 7 "`.
 */
import { expect, test } from "vitest";
import { must } from "../../../local/must.ts";
import { sized } from "../../soak.ts";
import { closeTheBooks } from "./books.ts";
import type { Books } from "./books.ts";
import { live } from "./drive.ts";
import { FAULTS_TO_FEEL } from "./faults.ts";
import { INVARIANTS } from "./invariants/all.ts";
import { DEEDS, planOfDays } from "./plan.ts";
import { PLANTED } from "./planted.ts";
import { openWholeWorld } from "./whole-world.ts";

const SEEDS = Array.from({ length: sized({ usual: 10, soak: 200 }) }, (_, at) => at + 1);
const SIZE = sized({
  usual: { momentsOfDay: 1, deeds: 8, calls: 3, faults: 5 },
  soak: { momentsOfDay: 3, deeds: 6, calls: 3, faults: 3 },
});

/** Of the first seeds, to plant faults in. */
const closed: Books[] = [];
const MOST_CLOSED = 10;
const felt = new Set<string>();
const done = new Set<string>();

/** Two seeds run at a time, because each world has its backend in a process of its own. */
test.concurrent.each(SEEDS)("after the ten days of seed %i all books agree", async (seed) => {
  const world = await openWholeWorld();
  try {
    const lived = await live(world, planOfDays(seed, SIZE));
    const books = await closeTheBooks(world, lived);
    if (closed.length < MOST_CLOSED) closed.push(books);
    for (const fault of lived.felt.keys()) felt.add(fault);
    for (const deed of lived.done.keys()) done.add(deed);
    const wrong = INVARIANTS.flatMap(({ says, complaints }) =>
      complaints(books).map((complaint) => `not so: ${says}\n    ${complaint}`),
    );
    if (wrong.length > 0) throw new Error(`After the days of seed ${seed}\n${wrong.join("\n")}`);
  } finally {
    await world.close();
  }
});

test("in these days each kind of fault was felt, and people did all that they do", () => {
  expect(FAULTS_TO_FEEL.filter((fault) => !felt.has(fault))).toEqual([]);
  expect(DEEDS.filter((deed) => !done.has(deed))).toEqual([]);
});

test.each(INVARIANTS)(
  "it would be noticed if it were not so that $says",
  ({ says, complaints }) => {
    const plant = must(PLANTED[says], "a fault to plant");
    const noticed = closed.some((books) => {
      const changed = structuredClone(books);
      return complaints(books).length === 0 && plant(changed) && complaints(changed).length > 0;
    });
    expect(noticed).toBe(true);
  },
);
