import { addIntervals } from "../../engine/calendar.ts";
import {
  cancelSchedule,
  newPhase,
  releaseSchedule,
  scheduleFrom,
  updateSchedule,
} from "../../engine/schedules.ts";
import { find, findParam } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid, notSimulated } from "../../errors.ts";
import type { Schedule, SchedulePhase } from "../../wire.ts";
import {
  boolean,
  fields,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
} from "../params.ts";
import type { Parsed, Rule } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";
import { PRORATION } from "../shared-params.ts";

const MOMENT: Rule<number | "now"> = {
  parse: (value, name) => (value === "now" ? value : timestamp.parse(value, name)),
};

const PHASE = fields({
  items: required(
    list(fields({ price: required(text), quantity: integer({ least: 1 }) }), { most: 20 }),
  ),
  start_date: MOMENT,
  end_date: MOMENT,
  duration: fields({
    interval: required(oneOf("day", "week", "month", "year")),
    interval_count: integer({ least: 1 }),
  }),
  trial_end: timestamp,
  proration_behavior: PRORATION,
  metadata,
});

type GivenPhase = ReturnType<typeof PHASE.parse>;

const CHANGES = {
  end_behavior: oneOf("release", "cancel"),
  metadata,
  phases: list(PHASE, { most: 10 }),
  proration_behavior: PRORATION,
};

export const scheduleRoutes = [
  route({
    method: "POST",
    path: "/v1/subscription_schedules",
    params: { from_subscription: required(text), metadata },
    run({ world, params }) {
      const subscription = findParam(
        world,
        "subscription",
        params.from_subscription,
        "from_subscription",
      );
      return scheduleFrom(world, subscription, mergeMetadata(null, params.metadata));
    },
  }),
  route({
    method: "GET",
    path: "/v1/subscription_schedules",
    params: { ...PAGE_PARAMS, customer: text },
    run: ({ world, params }) =>
      pageOf(world, "subscription_schedule", {
        params,
        url: "/v1/subscription_schedules",
        selection: { customer: params.customer },
      }),
  }),
  route({
    method: "GET",
    path: "/v1/subscription_schedules/:id",
    params: {},
    run: ({ world, id }) => find(world, "subscription_schedule", id),
  }),
  route({
    method: "POST",
    path: "/v1/subscription_schedules/:id",
    params: CHANGES,
    run: ({ world, id, params }) => update(world, find(world, "subscription_schedule", id), params),
  }),
  route({
    method: "POST",
    path: "/v1/subscription_schedules/:id/release",
    params: { preserve_cancel_date: boolean },
    run: ({ world, id }) => releaseSchedule(world, find(world, "subscription_schedule", id)),
  }),
  route({
    method: "POST",
    path: "/v1/subscription_schedules/:id/cancel",
    params: {},
    run: ({ world, id }) => cancelSchedule(world, find(world, "subscription_schedule", id)),
  }),
];

function update(world: World, schedule: Schedule, given: Parsed<typeof CHANGES>): Schedule {
  return updateSchedule(world, schedule, {
    phases: given.phases === undefined ? undefined : phasesOf(world, schedule, given.phases),
    endBehavior: given.end_behavior,
    metadata: mergeMetadata(schedule.metadata, given.metadata),
    behavior: given.proration_behavior ?? "create_prorations",
  });
}

/** Each phase begins where the previous one ends; the first one at its own start. */
function phasesOf(world: World, schedule: Schedule, given: GivenPhase[]): SchedulePhase[] {
  const phases: SchedulePhase[] = [];
  for (const [index, phase] of given.entries()) {
    const name = `phases[${index}]`;
    const start = moment(world, phase.start_date) ?? phases.at(-1)?.end_date ?? null;
    if (start === null) {
      throw invalid(
        "The first phase must have a `start_date`.",
        "parameter_missing",
        `${name}[start_date]`,
      );
    }
    if (index > 0 && start !== phases.at(-1)?.end_date) {
      throw invalid(
        "Each phase must begin where the one before it ends.",
        undefined,
        `${name}[start_date]`,
      );
    }
    if (index === 0 && !schedule.phases.some(({ start_date }) => start_date === start)) {
      throw invalid(
        "You can not modify the start date of the current phase.",
        undefined,
        `${name}[start_date]`,
      );
    }
    phases.push(phaseOf(world, phase, { name, start, isLast: index === given.length - 1 }));
  }
  return phases;
}

function phaseOf(
  world: World,
  phase: GivenPhase,
  { name, start, isLast }: { name: string; start: number; isLast: boolean },
): SchedulePhase {
  const [item, another] = phase.items;
  if (item === undefined)
    throw invalid(`Missing required param: ${name}[items].`, "parameter_missing", `${name}[items]`);
  if (another !== undefined) throw notSimulated("more than one item", `${name}[items][1]`);
  exclusive(phase, "duration", "end_date");
  const price = findParam(world, "price", item.price, `${name}[items][0][price]`);
  const { duration } = phase;
  const end =
    duration === undefined
      ? moment(world, phase.end_date)
      : addIntervals(start, { ...duration, interval_count: duration.interval_count ?? 1 });
  if (end === null) {
    throw isLast
      ? notSimulated("a last phase without an end", `${name}[end_date]`)
      : invalid(
          "Only the last phase may be without an end.",
          "parameter_missing",
          `${name}[end_date]`,
        );
  }
  if (end <= start) {
    throw invalid("A phase must end after it begins.", undefined, `${name}[end_date]`);
  }
  return newPhase({
    price,
    quantity: item.quantity ?? 1,
    start,
    end,
    trialEnd: phase.trial_end ?? null,
    proration: phase.proration_behavior ?? "create_prorations",
    metadata: phase.metadata ?? null,
  });
}

function moment(world: World, given: number | "now" | undefined): number | null {
  return given === "now" ? world.now : (given ?? null);
}
