/** The scheduler continues a migration after the backend was killed. */
import { expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { internal } from "../../../convex/_generated/api";
import { postAsAdmin, setEnvironment } from "../../admin-client.ts";
import { openMortalBackend } from "../../contract/crash/mortal-backend.ts";
import { PRODUCT_FOLDER } from "../../contract/local-deployment.ts";
import { eventually } from "../../eventually.ts";
import { worldOn } from "../local-world.ts";

/** Twenty batches of a migration. */
const ROWS = 2_000;
const MOST_KILLS = 4;
/** A fast machine may be done before it is killed that often. */
const FEWEST_KILLS = 2;

test(`a migration that is killed at least ${FEWEST_KILLS} times goes through every row exactly once`, async () => {
  const clock = new AdjustableClock();
  const backend = await openMortalBackend({ app: PRODUCT_FOLDER, clock });
  const world = worldOn({
    url: backend.url,
    siteUrl: backend.siteUrl,
    adminKey: backend.adminKey,
    clock,
    isIdle: () => backend.isIdle(),
    setEnvironment: (variables) => setEnvironment(backend, variables),
    advance: (ms) => postAsAdmin(backend, "local/advance_clock", { ms }),
    close: () => backend.remove(),
  });
  const state = async () => {
    const states = await world.inside.query(internal.operator.migrations.migrationStates, {});
    return must(states[0], "the migration");
  };
  try {
    const stops = Array.from({ length: ROWS }, (_, n) => ({
      address: `owner-${n}@killed.test`,
      reason: n % 2 === 0 ? ("bounced" as const) : ("complained" as const),
    }));
    await world.insert("mailStops", stops);
    const before = await world.rows("mailStops");
    await world.inside.mutation(internal.operator.migrations.startMigrations, {});
    let interrupted = 0;
    for (let seen = 0; interrupted < MOST_KILLS; interrupted += 1) {
      await eventually(async () => (await state()).rows > seen);
      await backend.kill();
      await backend.start();
      const { rows, state: now } = await state();
      if (now === "done") break;
      expect(now).toBe("running");
      seen = rows;
    }
    expect(interrupted).toBeGreaterThanOrEqual(FEWEST_KILLS);
    await world.settle();
    await eventually(async () => (await state()).state === "done");
    expect((await state()).rows).toBe(ROWS);
    const after = await world.rows("mailStops");
    expect(after.map(({ _id, reason }) => [_id, reason])).toEqual(
      before.map(({ _id, reason }) => [_id, reason]),
    );
    expect(new Set(after.map(({ addressHash }) => addressHash)).size).toBe(ROWS);
    expect(after.filter(({ address }) => address !== undefined)).toEqual([]);
  } finally {
    await world.close();
  }
});
