/** Test clocks. They all show the one clock of the stand-in. */
import { DAY } from "../../engine/calendar.ts";
import { deleteCustomer } from "../../engine/customer-deletion.ts";
import { find, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid } from "../../errors.ts";
import { newId } from "../../identifiers.ts";
import type { TestClock } from "../../wire.ts";
import { required, text, timestamp } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

const KEPT = 30 * DAY;
// The client read "now" from another clock, or a moment ago.
const SLACK = 60;

/** `advance` moves the shared clock, and so runs everything that becomes due. */
export function testClockRoutes(advance: (byMs: number) => void) {
  const moveTo = (world: World, at: number) => {
    if (at < world.now - SLACK) {
      throw invalid(
        "The frozen time of a test clock can only move forward; the shared clock is past that time.",
        undefined,
        "frozen_time",
      );
    }
    if (at > world.now) advance((at - world.now) * 1000);
  };
  return [
    route({
      method: "POST",
      path: "/v1/test_helpers/test_clocks",
      params: { frozen_time: required(timestamp), name: text },
      run({ world, params }) {
        moveTo(world, params.frozen_time);
        const clock: TestClock = {
          id: newId("clock"),
          object: "test_helpers.test_clock",
          created: world.now,
          deletes_after: world.now + KEPT,
          frozen_time: params.frozen_time,
          livemode: false,
          name: params.name ?? null,
          status: "ready",
          status_details: {},
        };
        return save(world, clock, "test_helpers.test_clock.created");
      },
    }),
    route({
      method: "GET",
      path: "/v1/test_helpers/test_clocks",
      params: PAGE_PARAMS,
      run: ({ world, params }) =>
        pageOf(world, "test_helpers.test_clock", { params, url: "/v1/test_helpers/test_clocks" }),
    }),
    route({
      method: "GET",
      path: "/v1/test_helpers/test_clocks/:id",
      params: {},
      run: ({ world, id }) => find(world, "test_helpers.test_clock", id),
    }),
    route({
      method: "POST",
      path: "/v1/test_helpers/test_clocks/:id/advance",
      params: { frozen_time: required(timestamp) },
      run({ world, id, params }) {
        const clock = find(world, "test_helpers.test_clock", id);
        if (params.frozen_time <= clock.frozen_time) {
          throw invalid(
            "The frozen time of a test clock can only move forward.",
            undefined,
            "frozen_time",
          );
        }
        moveTo(world, params.frozen_time);
        // It becomes ready when all due transitions have run, after this response.
        const status_details = { advancing: { target_frozen_time: params.frozen_time } };
        const advancing: TestClock = { ...clock, status: "advancing", status_details };
        return save(world, advancing, "test_helpers.test_clock.advancing");
      },
    }),
    route({
      method: "DELETE",
      path: "/v1/test_helpers/test_clocks/:id",
      params: {},
      run({ world, id }) {
        find(world, "test_helpers.test_clock", id);
        const customers = world.store.all("customer").filter(({ test_clock }) => test_clock === id);
        for (const customer of customers) deleteCustomer(world, customer);
        world.store.remove("test_helpers.test_clock", id);
        return { id, object: "test_helpers.test_clock", deleted: true };
      },
    }),
  ];
}
