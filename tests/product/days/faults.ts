/** The faults: how each begins and ends. */
import type { Held } from "../gate.ts";
import { disturb } from "../money/billing-world.ts";
import { FAIL, ACCEPT } from "../receiver.ts";
import { countFault } from "./history.ts";
import type { History } from "./history.ts";
import type { PlannedFault } from "./plan.ts";
import { VENDORS } from "./whole-world.ts";
import type { Vendor, VoiceState, WholeWorld } from "./whole-world.ts";

type End = () => Promise<void>;
type Begin<Kind extends PlannedFault["kind"]> = (
  world: WholeWorld,
  history: History,
  fault: Extract<PlannedFault, { kind: Kind }>,
) => End | Promise<End>;

/** Requests that only background jobs make: no person waits for them. */
const ASKED_IN_BACKGROUND: Record<Exclude<Vendor, "money">, string[]> = {
  voice: ["PATCH /assistant/", "DELETE /", "GET /call/"],
  mail: ["POST /emails"],
};
/** Long enough for everything else to continue meanwhile. */
const SLOW_MS = 100;

function throughGate(
  { holds, clock }: WholeWorld,
  history: History,
  { name, affectsBilling, held }: { name: string; affectsBilling: boolean; held: Held[] },
): End {
  const fromMs = clock.now();
  for (const each of held) holds.add(each);
  return () => {
    for (const each of held) {
      each.release();
      holds.delete(each);
      countFault(history, name, each.matched);
    }
    if (affectsBilling) history.billingDisturbances.push({ fromMs, untilMs: clock.now() });
    return Promise.resolve();
  };
}

const down: Begin<"down"> = (world, history, { of }) =>
  throughGate(world, history, {
    ...{ name: `${of} down`, affectsBilling: of === "money" },
    held: [world.gates[of].refuse("")],
  });

const answersLost: Begin<"answers lost"> = (world, history, { of, times }) =>
  throughGate(world, history, {
    ...{ name: `${of}: answers lost`, affectsBilling: of === "money" },
    held: [world.gates[of].loseAnswer("POST ", times)],
  });

/** So slow that the job's run times out. Stripe is only delayed, because owners and events wait for it. */
const slow: Begin<"slow"> = (world, history, { of, times }) => {
  const { [of]: gate } = world.gates;
  const held =
    of === "money"
      ? [gate.delay("", SLOW_MS, times)]
      : ASKED_IN_BACKGROUND[of].map((beginning, at) =>
          at % 2 === 0 ? gate.holdAnswer(beginning, times) : gate.hold(beginning, times),
        );
  return throughGate(world, history, { name: `${of} slow`, affectsBilling: of === "money", held });
};

const garbled: Begin<"garbled"> = (world, history, { of, times }) =>
  throughGate(world, history, {
    ...{ name: `${of}: answers garbled`, affectsBilling: of === "money" },
    held: [world.gates[of].change("", (body) => body.slice(0, body.length / 2), times)],
  });

const lyingAnswers: Begin<"lying answers"> = (world, history, { times }) => {
  const withAbsurdNumbers = (body: string): string => {
    const call = JSON.parse(body) as { id?: string; endedAt?: string };
    if (call.endedAt === undefined) return body;
    for (const one of history.calls) if (one.platformCallId === call.id) one.hasFalseReport = true;
    countFault(history, "absurd numbers answered");
    return JSON.stringify({ ...call, startedAt: "1970-01-01T00:00:00Z", cost: 1e15 });
  };
  return throughGate(world, history, {
    ...{ name: "calls asked about", affectsBilling: false },
    held: [world.gates.voice.change("GET /call/", withAbsurdNumbers, times)],
  });
};

const reports: Begin<"reports"> = async ({ voice }, history, { how }) => {
  const before = new Set((await webhooksOf(voice)).map(({ id }) => id));
  const mode = how === "lost" ? "drop" : how === "duplicated" ? "deliver" : "hold";
  await voice.control("webhooks", { mode, copies: how === "duplicated" ? 2 : 1 });
  return async () => {
    const since = (await webhooksOf(voice)).filter(({ id }) => !before.has(id));
    countFault(history, `reports ${how}`, since.length);
    await voice.control("webhooks", { mode: "deliver" });
    if (mode !== "hold") return;
    const held = since.filter(({ state }) => state === "held").map(({ id }) => id);
    await voice.control("webhooks/release", { ids: held.reverse() });
  };
};

async function webhooksOf(voice: WholeWorld["voice"]) {
  return ((await voice.controlState()) as VoiceState).webhooks;
}

const events: Begin<"events"> = async (world, history, { of, how }) => {
  const fromMs = world.clock.now();
  if (of === "money") {
    const { control } = world.money;
    await control.hold();
    return async () => {
      const waiting = (await control.deliveries()).filter(({ state }) => state === "held");
      countFault(history, `Stripe's events ${how}`, waiting.length);
      await disturb(
        { control },
        how === "duplicated" ? "double" : how === "reordered" ? "shuffle" : "lose",
      );
      await control.release();
      history.billingDisturbances.push({ fromMs, untilMs: world.clock.now() });
    };
  }
  const { post } = world;
  await post.control("webhooks/hold", {});
  return async () => {
    const pending = (await post.events()).filter(({ state }) => state === "pending");
    const waiting = pending.map(({ event }) => event);
    countFault(history, `mail's events ${how}`, waiting.length);
    if (how === "lost") await post.control("webhooks/drop", { events: waiting });
    else {
      const events = how === "duplicated" ? [...waiting, ...waiting] : waiting.reverse();
      await post.control("webhooks/deliver", { events });
    }
    await post.control("webhooks/release", {});
  };
};

const ownersServerDown: Begin<"owner's server down"> = ({ receiver }, history) => {
  const before = receiver.received.length;
  receiver.behave(FAIL);
  return () => {
    receiver.behave(ACCEPT);
    countFault(history, "an owner's server down", receiver.received.length - before);
    return Promise.resolve();
  };
};

/** The newest mail bounces permanently. */
const mailReturned: Begin<"mail returned"> = async ({ post }, history) => {
  const [newest] = await post.mails();
  if (newest !== undefined) {
    await post.happens(newest, "email.bounced");
    countFault(history, "mail returned");
  }
  return () => Promise.resolve();
};

const killedForHours: Begin<"killed for hours"> = async (world, history) => {
  const fromMs = world.clock.now();
  await world.kill();
  return async () => {
    await world.start();
    countFault(history, "the backend down for hours");
    history.billingDisturbances.push({ fromMs, untilMs: world.clock.now() });
  };
};

const diskFull: Begin<"disk full"> = async (world, history, { roomBytes, isKilled }) => {
  const fromMs = world.clock.now();
  const before = world.backend.output().length;
  await world.fillDisk(roomBytes);
  return async () => {
    if (isKilled) await world.kill();
    else await world.stop();
    await world.start();
    const output = world.backend.output().slice(before);
    countFault(history, "the disk full", output.split("cannot be written").length - 1);
    history.billingDisturbances.push({ fromMs, untilMs: world.clock.now() });
  };
};

const FAULTS: { [Kind in PlannedFault["kind"]]: Begin<Kind> } = {
  down,
  "answers lost": answersLost,
  slow,
  garbled,
  "lying answers": lyingAnswers,
  reports,
  events,
  "owner's server down": ownersServerDown,
  "mail returned": mailReturned,
  "killed for hours": killedForHours,
  "disk full": diskFull,
};

export async function beginFault<Kind extends PlannedFault["kind"]>(
  world: WholeWorld,
  history: History,
  fault: Extract<PlannedFault, { kind: Kind }>,
): Promise<End> {
  const begin: Begin<Kind> = FAULTS[fault.kind];
  return await begin(world, history, fault);
}

const HOW = ["lost", "duplicated"];

/**
 * Each of these must happen at least once in ten runs; otherwise the runs test less than they claim. "the disk full" is not
 * among them: SQLite empties its log at 4 MB, before the limit that these runs set is reached. What a full disk does is
 * tested by tests/contract/crash/full-disk.test.ts.
 */
export const REQUIRED_FAULTS = [
  ...VENDORS.flatMap((of) => [
    ...[`${of} down`, `${of}: answers lost`, `${of} slow`, `${of}: answers garbled`],
  ]),
  ...[...HOW, "late and reordered"].map((how) => `reports ${how}`),
  ...[...HOW, "reordered"].map((how) => `Stripe's events ${how}`),
  ...[...HOW, "reordered"].map((how) => `mail's events ${how}`),
  "absurd numbers reported",
  "absurd numbers answered",
  "an owner's server down",
  "mail returned",
  "the backend down for hours",
  "the backend killed during an action",
  "an owner offline during an action",
  "a visitor's connection lost during a call",
];
