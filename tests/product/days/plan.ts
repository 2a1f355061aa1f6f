/** What is to happen in ten days, drawn from a seed before anything does: the same seed is the same plan. */
import { randomFrom } from "../../contract/crash/random.ts";
import type { Random } from "../../contract/crash/random.ts";
import { must } from "../../../local/must.ts";
import { VENDORS } from "./whole-world.ts";
import type { Vendor } from "./whole-world.ts";

const DAYS = 10;
const HOURS_OF_DAY = 24;

export const DEEDS = [
  "confirm",
  "create",
  "save",
  "publish",
  "delete assistant",
  "choose plan",
  "start plan",
  "cancel",
  "reactivate",
  "undo plan change",
  "change card",
  "pay what is open",
  "use minutes",
  "charge extra minutes",
  "be told by webhook",
  "delete call",
  "delete calls",
  "delete account",
] as const;
export type DeedName = (typeof DEEDS)[number];

export interface PlannedDeed {
  do: DeedName;
  /** Which owner, assistant, card or plan: of as many as there are then. */
  who: number;
  which: number;
  amount: number;
  /** In mid-deed, some milliseconds after it began. */
  interrupted: { by: "kill" | "offline"; afterMs: number } | null;
}

export const ENDS = ["leaves", "is lost", "is hung up", "stays"] as const;

export interface PlannedCall {
  who: number;
  which: number;
  isTest: boolean;
  /** Whether anybody joins. */
  isJoined: boolean;
  says: boolean;
  seconds: number;
  ends: (typeof ENDS)[number];
  /** What the platform tells of it that cannot be. */
  lie: number | null;
}

export type PlannedFault =
  | { kind: "down"; of: Vendor }
  | { kind: "answers lost"; of: Vendor; times: number }
  | { kind: "slow"; of: Vendor; times: number }
  | { kind: "garbled"; of: Vendor; times: number }
  | { kind: "lying answers"; times: number }
  | { kind: "reports"; how: "lost" | "doubled" | "late and jumbled" }
  | { kind: "events"; of: "money" | "mail"; how: "lost" | "doubled" | "jumbled" }
  | { kind: "owner's server down" }
  | { kind: "mail returned" }
  | { kind: "disk full"; roomBytes: number; isKilled: boolean }
  | { kind: "killed for hours" };

export interface Moment {
  day: number;
  hours: number;
  faults: (PlannedFault & { moments: number })[];
  calls: PlannedCall[];
  deeds: PlannedDeed[];
  /** Owners who come, each with what they do first. */
  newcomers: PlannedDeed[][];
}

/** At most, but for how many moments a day has. */
export interface Size {
  momentsOfDay: number;
  deeds: number;
  calls: number;
  faults: number;
}

/** How often each is drawn, beside the others. */
const WEIGHTS: Record<DeedName, number> = {
  confirm: 3,
  create: 5,
  save: 8,
  publish: 4,
  "delete assistant": 2,
  "choose plan": 7,
  "start plan": 3,
  cancel: 2,
  reactivate: 2,
  "undo plan change": 1,
  "change card": 3,
  "pay what is open": 2,
  "use minutes": 7,
  "charge extra minutes": 3,
  "be told by webhook": 2,
  "delete call": 2,
  "delete calls": 1,
  "delete account": 1,
};
const LOTS = DEEDS.flatMap((name) => Array.from({ length: WEIGHTS[name] }, () => name)) as [
  DeedName,
  ...DeedName[],
];

export function planOfDays(seed: number, size: Size): Moment[] {
  const { momentsOfDay } = size;
  const random = randomFrom(seed);
  const chance = (percent: number) => random.below(100) < percent;
  const list = <T>(most: number, make: () => T) =>
    Array.from({ length: random.below(most + 1) }, make);
  const moments: Moment[] = [];
  const fault = faultsFrom(random);
  for (let at = 0; at < DAYS * momentsOfDay; at++) {
    moments.push({
      day: Math.floor(at / momentsOfDay),
      hours: HOURS_OF_DAY / momentsOfDay,
      faults: list(size.faults, () => ({ ...fault(), moments: random.below(2) })),
      calls: list(size.calls, () => call(random)),
      deeds: list(size.deeds, () => deed(random)),
      newcomers:
        at === 0 ? [newcomer(random), newcomer(random)] : chance(8) ? [newcomer(random)] : [],
    });
  }
  return moments;
}

/** Who comes has a plan soon, and an assistant on a site: so that there is something that can go wrong. */
function newcomer(random: Random): PlannedDeed[] {
  const first = { ...deed(random), interrupted: null };
  const rest = (["confirm", "choose plan", "publish"] as const).map((name) => ({
    ...{ ...first, do: name, amount: random.below(6) },
  }));
  return [{ ...first, do: "create", amount: 1 + 4 * random.below(6) }, ...rest];
}

function deed(random: Random): PlannedDeed {
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
    says: random.below(3) === 0,
    seconds: random.oneOf([5, 20, 25, 61, 400, 1000]),
    ends: random.oneOf(ENDS),
    lie: random.below(5) === 0 ? random.below(1000) : null,
  };
}

const REPORTS = ["lost", "doubled", "late and jumbled"] as const;
const EVENTS = ["lost", "doubled", "jumbled"] as const;

/** Each kind of fault once, at every vendor. */
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

/** As from a pack of cards: none comes again before all have come. */
function faultsFrom(random: Random): () => PlannedFault {
  let pack: PlannedFault[] = [];
  return () => {
    if (pack.length === 0) pack = everyFault(random);
    const [drawn] = pack.splice(random.below(pack.length), 1);
    return must(drawn, "a fault");
  };
}
