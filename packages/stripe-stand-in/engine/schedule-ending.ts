import type { Schedule } from "../wire.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";

/** Ends a schedule in one of three ways. The caller clears the subscription's reference to it. */
export function endSchedule(
  world: World,
  id: string,
  status: "canceled" | "completed" | "released",
): Schedule {
  const schedule = known(world, "subscription_schedule", id);
  const ended = { ...schedule, status, current_phase: null };
  switch (status) {
    case "canceled":
      return save(world, { ...ended, canceled_at: world.now }, "subscription_schedule.canceled");
    case "completed":
      return save(world, { ...ended, completed_at: world.now }, "subscription_schedule.completed");
    case "released":
      return save(
        world,
        {
          ...ended,
          released_at: world.now,
          released_subscription: schedule.subscription,
          subscription: null,
        },
        "subscription_schedule.released",
      );
  }
}
