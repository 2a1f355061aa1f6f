/** Migrations bring rows of an older form to the present one. Each has its test here. */
import { expect, test } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { MIGRATIONS } from "../../convex/shared/migrations";
import { onEachBackend } from "./world.ts";

const HASH_ADDRESSES = "notifications/mail/suppressions:hashAddresses";

onEachBackend((world) => {
  const start = () => world().inside.mutation(internal.operator.migrations.startMigrations, {});
  const states = () => world().inside.query(internal.operator.migrations.migrationStates, {});
  const migrate = async () => {
    await start();
    await world().settle();
  };
  const again = async () => {
    const { hashAddresses } = internal.notifications.mail.suppressions;
    await world().inside.mutation(hashAddresses, { reset: true });
    await world().settle();
  };
  const stops = () => world().rows("mailStops");

  test("addresses that get no mail are hashed, and stay without mail for the same reason", async () => {
    await world().insert("mailStops", [
      { address: "ada@old.test", reason: "bounced" },
      { address: "Grace@old.test", reason: "complained" },
      { addressHash: "a hash", reason: "refused" },
    ]);
    const [before] = await states();
    expect(before).toMatchObject({ name: HASH_ADDRESSES, state: "waiting", rows: 0 });
    await migrate();
    const rows = await stops();
    expect(rows.map(({ reason }) => reason)).toEqual(["bounced", "complained", "refused"]);
    expect(rows.map(({ address }) => address)).toEqual([undefined, undefined, undefined]);
    for (const { addressHash = "" } of rows.slice(0, 2)) expect(addressHash).toMatch(/^.{43}=$/);
    expect(await states()).toMatchObject(MIGRATIONS.map((name) => ({ name, state: "done" })));
  });

  test("going through all rows a second time changes nothing", async () => {
    const before: Doc<"mailStops">[] = await stops();
    await migrate();
    await again();
    expect((await states())[0]).toMatchObject({ state: "done", rows: before.length });
    expect(await stops()).toEqual(before);
  });

  // T47: docs/security.md
  test("two spellings of an address become one row, which keeps a complaint", async () => {
    const { length } = await stops();
    for (const [address, reason] of [
      ["ADA@old.test", "complained"],
      ["grace@old.test", "bounced"],
    ] as const) {
      await world().insert("mailStops", [{ address, reason }]);
    }
    await again();
    const rows = await stops();
    expect(rows).toHaveLength(length);
    expect(rows.map(({ reason }) => reason)).toEqual(["complained", "complained", "refused"]);
    expect(JSON.stringify(rows)).not.toContain("@");
  });
});
