/** Runs all due transitions, one at a time, in order of their due times. */
import type { Due } from "../storage/store.ts";
import { expireSession } from "./checkout.ts";
import { advanceInvoice } from "./collecting.ts";
import { advanceSchedule } from "./schedules.ts";
import { endPayment } from "./slow-payments.ts";
import { advanceSubscription } from "./subscriptions.ts";
import type { TestClock } from "../wire.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";

/** Runs the next transition that is due by `now`, at its due time. Returns false if there is none. */
export function catchUpOnce(world: World, now: number): boolean {
  const due = world.store.nextDue();
  if (due === null || due.at > now) return false;
  const stateOf = () => JSON.stringify([world.store.get(due.kind, due.id), world.store.nextDue()]);
  const before = stateOf();
  world.store.transaction(() => {
    world.now = due.at;
    world.request = null;
    carryOut(world, due);
  });
  // A transition that stays due would loop forever.
  if (stateOf() === before) throw new Error(`${due.kind} ${due.id} stays due at ${due.at}`);
  return true;
}

function stopClock(world: World, clock: TestClock): void {
  const { advancing } = clock.status_details;
  if (advancing === undefined) return;
  const frozen_time = advancing.target_frozen_time;
  const ready: TestClock = { ...clock, frozen_time, status: "ready", status_details: {} };
  save(world, ready, "test_helpers.test_clock.ready");
}

function carryOut(world: World, { kind, id }: Due): void {
  switch (kind) {
    case "checkout.session":
      return void expireSession(world, known(world, kind, id));
    case "subscription_schedule":
      return advanceSchedule(world, known(world, kind, id));
    case "subscription":
      return advanceSubscription(world, known(world, kind, id));
    case "payment_intent":
      return endPayment(world, known(world, kind, id));
    case "invoice":
      return advanceInvoice(world, known(world, kind, id));
    case "test_helpers.test_clock":
      return stopClock(world, known(world, kind, id));
    default:
      throw new Error(`There is no transition for ${kind} ${id}`);
  }
}
