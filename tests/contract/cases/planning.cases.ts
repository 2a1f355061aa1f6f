/**
 * Sources in get-convex/convex-backend: crates/application/src/scheduled_jobs/mod.rs (running),
 * crates/model/src/scheduled_jobs/mod.rs (states), crates/udf/src/validation.rs (what can be scheduled).
 */
import type { GenericId } from "convex/values";
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

type JobId = GenericId<"_scheduled_functions">;
const HOUR_MS = 3_600_000;

export function planningCases({ backend, isLocal }: Suite): void {
  const job = (id: JobId) => backend().query(api.planning.job, { id });
  const isNow = (id: JobId, kind: string) => async () => (await job(id))?.state.kind === kind;
  const bodies = async (author: string) =>
    (await backend().query(api.notes.byAuthor, { author })).map(({ body }) => body);

  test("[J1] a scheduled function is in its system table with its arguments", async () => {
    const before = Date.now();
    const id = await backend().action(api.planning.planFromAction, {
      author: "ada",
      delayMs: HOUR_MS,
    });
    const planned = await job(id);
    expect(planned).toMatchObject({
      _id: id,
      args: [{ author: "ada" }],
      state: { kind: "pending" },
    });
    expect(planned?.name).toMatch(/^planning(\.js)?:writeWho$/);
    expect(planned?.scheduledTime).toBeGreaterThanOrEqual(before + HOUR_MS - 1);
    expect(planned?.completedTime).toBeUndefined();
    expect(await backend().query(api.planning.pending, {})).toContainEqual([{ author: "ada" }]);
    await backend().mutation(api.later.cancel, { id });
  });

  test.each([true, false])("[J1] runAt accepts a time and a date: %s", async (asDate) => {
    const atMs = Date.now() - 1_000;
    const args = { atMs, asDate, author: "ada" };
    const id = await backend().mutation(api.planning.planAt, args);
    await backend().letPass(0, isNow(id, "success"));
    expect((await job(id))?.scheduledTime).toBeCloseTo(atMs, 0);
    expect(await bodies("ada")).toHaveLength(1);
  });

  test("[J1] a scheduled function gets arguments of every type", async () => {
    const value = { n: 5n, list: [NaN, -0], raw: new Uint8Array([1]).buffer, none: null };
    const id = await backend().mutation(api.planning.planKeep, { value });
    await backend().letPass(0, isNow(id, "success"));
    expect(await backend().query(api.values.all, {})).toEqual([value]);
    expect((await job(id))?.args).toEqual([{ value }]);
  });

  test("[J1] a scheduled function runs without an identity", async () => {
    const ada = await backend().as("ada");
    const id = await ada.mutation(api.planning.planWho, { author: "ada" });
    await backend().letPass(0, isNow(id, "success"));
    expect(await bodies("ada")).toEqual(["nobody"]);
  });

  test("[J1] a function that a caught failure scheduled never runs", async () => {
    await backend().mutation(api.planning.planInsideCaughtFailure, { author: "eve" });
    const id = await backend().mutation(api.planning.planWho, { author: "ada" });
    await backend().letPass(0, isNow(id, "success"));
    expect(await bodies("eve")).toEqual([]);
    expect(await backend().query(api.planning.pending, {})).not.toContainEqual([{ author: "eve" }]);
  });

  test("[J2] a scheduled mutation can schedule the next one", async () => {
    await backend().mutation(api.planning.planAgain, { left: 5 });
    await backend().letPass(0, async () => {
      const values = await backend().query(api.values.all, {});
      return values.length === 6;
    });
    expect(await backend().query(api.values.all, {})).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("[J3] a scheduled action that fails is marked as failed, and its writes stay", async () => {
    const id = await backend().mutation(api.planning.planFailingAction, { author: "ada" });
    await backend().letPass(0, isNow(id, "failed"));
    expect(await bodies("ada")).toEqual(["nobody"]);
    expect((await job(id))?.completedTime).toBeTypeOf("number");
  });

  test("[J4] a function that is scheduled and cancelled in one mutation never runs", async () => {
    const id = await backend().mutation(api.planning.planAndCancel, { author: "eve" });
    expect((await job(id))?.state.kind).toBe("canceled");
    const next = await backend().mutation(api.planning.planWho, { author: "ada" });
    await backend().letPass(0, isNow(next, "success"));
    expect(await bodies("eve")).toEqual([]);
  });

  test("[J4] an action can cancel too, also twice", async () => {
    const id = await backend().action(api.planning.planFromAction, {
      author: "eve",
      delayMs: HOUR_MS,
    });
    await backend().action(api.planning.cancelFromAction, { id });
    await backend().mutation(api.later.cancel, { id });
    expect((await job(id))?.state.kind).toBe("canceled");
  });

  // convex-test cancels finished functions, shows none in advance, and runs on the wall clock.
  if (!isLocal) return;

  test("[J4] cancelling a finished function changes nothing", async () => {
    const id = await backend().mutation(api.planning.planWho, { author: "ada" });
    await backend().letPass(0, isNow(id, "success"));
    await backend().mutation(api.later.cancel, { id });
    expect((await job(id))?.state.kind).toBe("success");
  });

  // get-convex/convex-backend, crates/isolate/src/environment/udf/async_syscall.rs `cancel_job`.
  test("[J4] a running mutation finds itself in the system table, and cannot cancel itself", async () => {
    const id = await backend().mutation(api.planning.planCancelMyself, { author: "ada" });
    await backend().letPass(0, isNow(id, "success"));
    await backend().letPass(0, async () => (await bodies("ada")).length === 2);
    expect(await backend().query(api.notes.byAuthor, { author: "ada" })).toMatchObject([
      { body: "nobody" },
      { rank: 1 },
    ]);
  });

  // The same repository, crates/model/src/scheduled_jobs/mod.rs `schedule` and `complete`.
  test("[J4] an action that cancels itself continues, ends as cancelled, and schedules nothing more", async () => {
    const id = await backend().mutation(api.planning.planCancelAndPlan, { author: "ada" });
    await backend().letPass(0, async () => (await backend().query(api.values.all, {})).length > 0);
    expect((await job(id))?.state.kind).toBe("canceled");
    const [planned] = (await backend().query(api.values.all, {})) as [JobId];
    expect(await job(planned)).toMatchObject({ state: { kind: "canceled" } });
    expect((await job(planned))?.scheduledTime).toBeLessThan(backend().now() + HOUR_MS);
  });

  test("[J4] only the ID of a scheduled function cancels it", async () => {
    const note = await backend().mutation(api.notes.add, { author: "ada" });
    const cancel = (id: string) => backend().mutation(api.planning.cancelAny, { id });
    await expect(cancel(note)).rejects.toThrow(
      "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
    );
    await expect(cancel("nonsense")).rejects.toThrow("Unable to decode ID");
  });

  // crates/application/src/scheduled_jobs/mod.rs `run_function`.
  test("[J2] a query cannot be scheduled", async () => {
    const id = await backend().mutation(api.planning.planQuery, {});
    await backend().letPass(0, isNow(id, "failed"));
    expect((await job(id))?.state).toMatchObject({
      error: expect.stringContaining("Only Mutation and Action can be scheduled.") as unknown,
    });
  });

  test("[J2] a finished mutation has the time at which it ended", async () => {
    const id = await backend().mutation(api.planning.planWho, { author: "ada" });
    await backend().letPass(0, isNow(id, "success"));
    const done = await job(id);
    expect(done?.completedTime).toBeGreaterThanOrEqual(done?.scheduledTime ?? Infinity);
    expect(done?.name).toBe("planning.js:writeWho");
  });

  test("[J2] a failed function records its error", async () => {
    const id = await backend().mutation(api.later.plan, { job: "fail", author: "ada", delayMs: 0 });
    await backend().letPass(0, isNow(id, "failed"));
    expect((await job(id))?.state).toMatchObject({
      kind: "failed",
      error: expect.stringContaining("on purpose") as unknown,
    });
  });

  test("[J1] scheduled functions wait, and run in the order of their times", async () => {
    const later = { job: "write", author: "later", delayMs: 2 * HOUR_MS } as const;
    const sooner = { job: "write", author: "sooner", delayMs: HOUR_MS } as const;
    const second = await backend().mutation(api.later.plan, later);
    const first = await backend().mutation(api.later.plan, sooner);
    await backend().letPass(HOUR_MS, isNow(first, "success"));
    expect((await job(second))?.state.kind).toBe("pending");
    await backend().letPass(HOUR_MS, isNow(second, "success"));
  });

  test("[J1] a time more than five years ago is refused", async () => {
    const past = { atMs: 0, asDate: false, author: "ada" };
    await expect(backend().mutation(api.planning.planAt, past)).rejects.toThrow(
      "more than 5 years in the past",
    );
  });

  test.each([
    ["module", "Attempted to schedule function at nonexistent path: nowhere"],
    [
      "function",
      "Attempted to schedule function, but no exported function nothing found in the file: planning",
    ],
    ["delay", "more than 5 years in the future"],
  ] as const)("[J1] a wrong %s is refused when it is scheduled", async (what, message) => {
    await expect(backend().mutation(api.planning.planWrong, { what })).rejects.toThrow(message);
  });
}
