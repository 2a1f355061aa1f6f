/** What goes wrong, each with how to begin it and how to end it. */
import type { Held } from "../gate.ts";
import { disturb } from "../money/billing-world.ts";
import { BREAKS, TAKES } from "../receiver.ts";
import { feel } from "./lived.ts";
import type { Lived } from "./lived.ts";
import type { PlannedFault } from "./plan.ts";
import { VENDORS } from "./whole-world.ts";
import type { Vendor, VoiceState, WholeWorld } from "./whole-world.ts";

type End = () => Promise<void>;
type Begin<Kind extends PlannedFault["kind"]> = (
  world: WholeWorld,
  lived: Lived,
  fault: Extract<PlannedFault, { kind: Kind }>,
) => End | Promise<End>;

/** What the outbox asks for by itself: nobody sits and waits for it. */
const ASKED_IN_BACKGROUND: Record<Exclude<Vendor, "money">, string[]> = {
  voice: ["PATCH /assistant/", "DELETE /", "GET /call/"],
  mail: ["POST /emails"],
};
/** Long enough for all else to go on meanwhile. */
const SLOW_MS = 100;

function throughGate(
  { holds, clock }: WholeWorld,
  lived: Lived,
  { name, isOfMoney, held }: { name: string; isOfMoney: boolean; held: Held[] },
): End {
  const fromMs = clock.now();
  for (const each of held) holds.add(each);
  return () => {
    for (const each of held) {
      each.release();
      holds.delete(each);
      feel(lived, name, each.met);
    }
    if (isOfMoney) lived.moneyDisturbed.push({ fromMs, untilMs: clock.now() });
    return Promise.resolve();
  };
}

const down: Begin<"down"> = (world, lived, { of }) =>
  throughGate(world, lived, {
    ...{ name: `${of} down`, isOfMoney: of === "money" },
    held: [world.gates[of].refuse("")],
  });

const answersLost: Begin<"answers lost"> = (world, lived, { of, times }) =>
  throughGate(world, lived, {
    ...{ name: `${of}: answers lost`, isOfMoney: of === "money" },
    held: [world.gates[of].loseAnswer("POST ", times)],
  });

/** So slow that the run is given up meanwhile; of Stripe, for which owners and events wait, only slower than all else. */
const slow: Begin<"slow"> = (world, lived, { of, times }) => {
  const { [of]: gate } = world.gates;
  const held =
    of === "money"
      ? [gate.delay("", SLOW_MS, times)]
      : ASKED_IN_BACKGROUND[of].map((beginning, at) =>
          at % 2 === 0 ? gate.holdAnswer(beginning, times) : gate.hold(beginning, times),
        );
  return throughGate(world, lived, { name: `${of} slow`, isOfMoney: of === "money", held });
};

const garbled: Begin<"garbled"> = (world, lived, { of, times }) =>
  throughGate(world, lived, {
    ...{ name: `${of}: answers garbled`, isOfMoney: of === "money" },
    held: [world.gates[of].change("", (body) => body.slice(0, body.length / 2), times)],
  });

const lyingAnswers: Begin<"lying answers"> = (world, lived, { times }) => {
  const withAbsurdNumbers = (body: string): string => {
    const call = JSON.parse(body) as { id?: string; endedAt?: string };
    if (call.endedAt === undefined) return body;
    for (const one of lived.calls) if (one.platformCallId === call.id) one.isLiedOf = true;
    feel(lived, "absurd numbers answered");
    return JSON.stringify({ ...call, startedAt: "1970-01-01T00:00:00Z", cost: 1e15 });
  };
  return throughGate(world, lived, {
    ...{ name: "calls asked about", isOfMoney: false },
    held: [world.gates.voice.change("GET /call/", withAbsurdNumbers, times)],
  });
};

const reports: Begin<"reports"> = async ({ voice }, lived, { how }) => {
  const before = new Set((await webhooksOf(voice)).map(({ id }) => id));
  const mode = how === "lost" ? "drop" : how === "doubled" ? "deliver" : "hold";
  await voice.control("webhooks", { mode, copies: how === "doubled" ? 2 : 1 });
  return async () => {
    const since = (await webhooksOf(voice)).filter(({ id }) => !before.has(id));
    feel(lived, `reports ${how}`, since.length);
    await voice.control("webhooks", { mode: "deliver" });
    if (mode !== "hold") return;
    const held = since.filter(({ state }) => state === "held").map(({ id }) => id);
    await voice.control("webhooks/release", { ids: held.reverse() });
  };
};

async function webhooksOf(voice: WholeWorld["voice"]) {
  return ((await voice.controlState()) as VoiceState).webhooks;
}

const events: Begin<"events"> = async (world, lived, { of, how }) => {
  const fromMs = world.clock.now();
  if (of === "money") {
    const { control } = world.money;
    await control.hold();
    return async () => {
      const waiting = (await control.deliveries()).filter(({ state }) => state === "held");
      feel(lived, `Stripe's events ${how}`, waiting.length);
      await disturb(
        { control },
        how === "doubled" ? "double" : how === "jumbled" ? "shuffle" : "lose",
      );
      await control.release();
      lived.moneyDisturbed.push({ fromMs, untilMs: world.clock.now() });
    };
  }
  const { post } = world;
  await post.control("webhooks/hold", {});
  return async () => {
    const pending = (await post.events()).filter(({ state }) => state === "pending");
    const waiting = pending.map(({ event }) => event);
    feel(lived, `mail's events ${how}`, waiting.length);
    if (how === "lost") await post.control("webhooks/drop", { events: waiting });
    else {
      const told = how === "doubled" ? [...waiting, ...waiting] : waiting.reverse();
      await post.control("webhooks/deliver", { events: told });
    }
    await post.control("webhooks/release", {});
  };
};

const ownersServerDown: Begin<"owner's server down"> = ({ receiver }, lived) => {
  const before = receiver.received.length;
  receiver.behave(BREAKS);
  return () => {
    receiver.behave(TAKES);
    feel(lived, "an owner's server down", receiver.received.length - before);
    return Promise.resolve();
  };
};

/** What was sent last comes back for good. */
const mailReturned: Begin<"mail returned"> = async ({ post }, lived) => {
  const [newest] = await post.mails();
  if (newest !== undefined) {
    await post.happens(newest, "email.bounced");
    feel(lived, "mail returned");
  }
  return () => Promise.resolve();
};

const killedForHours: Begin<"killed for hours"> = async (world, lived) => {
  const fromMs = world.clock.now();
  await world.kill();
  return async () => {
    await world.start();
    feel(lived, "the backend dead for hours");
    lived.moneyDisturbed.push({ fromMs, untilMs: world.clock.now() });
  };
};

const diskFull: Begin<"disk full"> = async (world, lived, { roomBytes, isKilled }) => {
  const fromMs = world.clock.now();
  const before = world.backend.said().length;
  await world.fillDisk(roomBytes);
  return async () => {
    if (isKilled) await world.kill();
    else await world.stop();
    await world.start();
    const told = world.backend.said().slice(before);
    feel(lived, "the disk full", told.split("cannot be written").length - 1);
    lived.moneyDisturbed.push({ fromMs, untilMs: world.clock.now() });
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
  lived: Lived,
  fault: Extract<PlannedFault, { kind: Kind }>,
): Promise<End> {
  const begin: Begin<Kind> = FAULTS[fault.kind];
  return await begin(world, lived, fault);
}

const HOW = ["lost", "doubled"];

/** What has to be felt in ten runs, or else they test less than they say. */
export const FAULTS_TO_FEEL = [
  ...VENDORS.flatMap((of) => [
    ...[`${of} down`, `${of}: answers lost`, `${of} slow`, `${of}: answers garbled`],
  ]),
  ...[...HOW, "late and jumbled"].map((how) => `reports ${how}`),
  ...[...HOW, "jumbled"].map((how) => `Stripe's events ${how}`),
  ...[...HOW, "jumbled"].map((how) => `mail's events ${how}`),
  "absurd numbers reported",
  "absurd numbers answered",
  "an owner's server down",
  "mail returned",
  "the disk full",
  "the backend dead for hours",
  "the backend killed in mid-deed",
  "an owner offline in mid-save",
  "a visitor's connection lost in mid-call",
];
