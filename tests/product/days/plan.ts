/** Draws the ten days from a seed before they run: the same seed gives the same plan. */
import { must } from "@hark/stand-in-kit/must";
import { randomFrom } from "../../contract/crash/random.ts";
import type { Random } from "../../contract/crash/random.ts";
import { VENDORS } from "./whole-world.ts";
import type { Vendor } from "./whole-world.ts";

const DAYS = 10;
const HOURS_OF_DAY = 24;

export const ACTIONS = [
  "confirm",
  "create",
  "save",
  "publish",
  "delete assistant",
  "set review",
  "publish draft",
  "discard draft",
  "rehearse",
  "choose plan",
  "start plan",
  "cancel",
  "reactivate",
  "undo plan change",
  "change card",
  "pay open payment",
  "use minutes",
  "charge extra minutes",
  "add webhook endpoint",
  "delete call",
  "delete calls",
  "delete account",
] as const;
export type ActionName = (typeof ACTIONS)[number];

export interface PlannedAction {
  do: ActionName;
  /** Picks an owner, assistant, card or plan among those that exist by then. */
  who: number;
  which: number;
  amount: number;
  /** Interrupts the action some milliseconds after its start. */
  interrupted: { by: "kill" | "offline"; afterMs: number } | null;
}

export const ENDS = ["leaves", "is lost", "is hung up", "stays"] as const;

export interface PlannedCall {
  who: number;
  which: number;
  isTest: boolean;
  /** Whether the visitor joins the call. */
  isJoined: boolean;
  speaks: boolean;
  seconds: number;
  ends: (typeof ENDS)[number];
  /** Which impossible numbers the platform reports; null for none. */
  falseReport: number | null;
}

export type PlannedFault =
  | { kind: "down"; of: Vendor }
  | { kind: "answers lost"; of: Vendor; times: number }
  | { kind: "slow"; of: Vendor; times: number }
  | { kind: "garbled"; of: Vendor; times: number }
  | { kind: "lying answers"; times: number }
  | { kind: "reports"; how: "lost" | "duplicated" | "late and reordered" }
  | { kind: "events"; of: "money" | "mail"; how: "lost" | "duplicated" | "reordered" }
  | { kind: "owner's server down" }
  | { kind: "mail returned" }
  | { kind: "disk full"; roomBytes: number; isKilled: boolean }
  | { kind: "killed for hours" };

export interface Moment {
  day: number;
  hours: number;
  faults: (PlannedFault & { moments: number })[];
  calls: PlannedCall[];
  actions: PlannedAction[];
  /** New owners, each with the first actions. */
  newcomers: PlannedAction[][];
}

/** `momentsOfDay` is exact; the others are maximums per moment. */
export interface Size {
  momentsOfDay: number;
  actions: number;
  calls: number;
  faults: number;
}

/** Relative frequency of each action. */
const WEIGHTS: Record<ActionName, number> = {
  confirm: 3,
  create: 5,
  save: 8,
  publish: 4,
  "delete assistant": 2,
  "set review": 4,
  "publish draft": 3,
  "discard draft": 1,
  rehearse: 3,
  "choose plan": 7,
  "start plan": 3,
  cancel: 2,
  reactivate: 2,
  "undo plan change": 1,
  "change card": 3,
  "pay open payment": 2,
  "use minutes": 7,
  "charge extra minutes": 3,
  "add webhook endpoint": 2,
  "delete call": 2,
  "delete calls": 1,
  "delete account": 1,
};
const LOTS = ACTIONS.flatMap((name) => Array.from({ length: WEIGHTS[name] }, () => name)) as [
  ActionName,
  ...ActionName[],
];

export function planOfDays(seed: number, size: Size): Moment[] {
  const { momentsOfDay } = size;
  const random = randomFrom(seed);
  const chance = (percent: number) => random.below(100) < percent;
  const list = <T>(most: number, make: () => T) =>
    Array.from({ length: random.below(most + 1) }, make);
  const moments: Moment[] = [];
  const fault = drawFaults(random);
  for (let at = 0; at < DAYS * momentsOfDay; at++) {
    moments.push({
      day: Math.floor(at / momentsOfDay),
      hours: HOURS_OF_DAY / momentsOfDay,
      faults: list(size.faults, () => ({ ...fault(), moments: random.below(2) })),
      calls: list(size.calls, () => call(random)),
      actions: list(size.actions, () => action(random)),
      newcomers:
        at === 0 ? [newcomer(random), newcomer(random)] : chance(8) ? [newcomer(random)] : [],
    });
  }
  return moments;
}

/** New owners soon have a plan and a published assistant, so that something can go wrong. */
function newcomer(random: Random): PlannedAction[] {
  const first = { ...action(random), interrupted: null };
  const rest = (["confirm", "choose plan", "publish"] as const).map((name) => ({
    ...{ ...first, do: name, amount: random.below(6) },
  }));
  return [{ ...first, do: "create", amount: 1 + 4 * random.below(6) }, ...rest];
}

function action(random: Random): PlannedAction {
  const by = random.below(100);
  const afterMs = random.below(40);
  return {
    do: random.oneOf(LOTS),
    who: random.below(1000),
    which: random.below(1000),
    amount: random.below(1000),
    interrupted: by < 5 ? { by: "kill", afterMs } : by < 30 ? { by: "offline", afterMs } : null,
  };
}

function call(random: Random): PlannedCall {
  return {
    who: random.below(1000),
    which: random.below(1000),
    isTest: random.below(4) === 0,
    isJoined: random.below(5) > 0,
    speaks: random.below(3) === 0,
    seconds: random.oneOf([5, 20, 25, 61, 400, 1000]),
    ends: random.oneOf(ENDS),
    falseReport: random.below(5) === 0 ? random.below(1000) : null,
  };
}

const REPORTS = ["lost", "duplicated", "late and reordered"] as const;
const EVENTS = ["lost", "duplicated", "reordered"] as const;

/** Each kind of fault once, for every vendor it applies to. */
function everyFault(random: Random): PlannedFault[] {
  const times = 1 + random.below(4);
  const ofVendors = VENDORS.flatMap((of): PlannedFault[] => [
    { kind: "down", of },
    { kind: "answers lost", of, times },
    { kind: "slow", of, times },
    { kind: "garbled", of, times },
  ]);
  const ofEvents = EVENTS.flatMap((how): PlannedFault[] => [
    { kind: "events", of: "money", how },
    { kind: "events", of: "mail", how },
  ]);
  return [
    ...ofVendors,
    ...ofEvents,
    ...REPORTS.map((how): PlannedFault => ({ kind: "reports", how })),
    { kind: "lying answers", times },
    { kind: "owner's server down" },
    { kind: "mail returned" },
    { kind: "disk full", roomBytes: random.below(2 ** 15), isKilled: random.below(2) === 0 },
    { kind: "killed for hours" },
  ];
}

/** Draws without replacement: no fault comes again before all have come. */
function drawFaults(random: Random): () => PlannedFault {
  let pack: PlannedFault[] = [];
  return () => {
    if (pack.length === 0) pack = everyFault(random);
    const [drawn] = pack.splice(random.below(pack.length), 1);
    return must(drawn, "a fault");
  };
}
