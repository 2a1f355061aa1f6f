/** Visitors press buttons and talk, and owners try their assistants out. */
import { isListening, joinRoom } from "../../contract/voice/room-client.ts";
import type { RoomClient } from "../../contract/voice/room-client.ts";
import { eventually } from "../../eventually.ts";
import { callProof } from "../../fixtures/call-proof.ts";
import { endOfCallReport, sendReport } from "../talk.ts";
import { postCall } from "../voice-world.ts";
import type { Minted } from "../voice-world.ts";
import { chosen } from "./doing.ts";
import { feel } from "./lived.ts";
import type { Lived, LivedAssistant, LivedCall, LivedOwner } from "./lived.ts";
import { personOf } from "./people.ts";
import type { PlannedCall } from "./plan.ts";
import type { VoiceState, WholeWorld } from "./whole-world.ts";

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 3_600_000;

export interface Begun {
  planned: PlannedCall;
  lived: LivedCall;
  /** Null where nobody joined. */
  room: RoomClient | null;
  /** No longer than it may take. */
  seconds: number;
}

interface PlatformCall {
  status: string;
  startedAt?: string;
  endedAt?: string;
  assistantOverrides?: { maxDurationSeconds?: number };
}

/** Null when nobody is let in now, or nobody ever hears that they were. */
export async function beginCall(
  world: WholeWorld,
  lived: Lived,
  planned: PlannedCall,
): Promise<Begun | null> {
  const all = lived.owners.flatMap((owner) =>
    owner.assistants.map((assistant) => ({ owner, assistant })),
  );
  const open = all.filter(({ owner, assistant }) => wantsCalls(owner, assistant, planned));
  // Of pages that stayed open some show buttons of assistants that are gone.
  const called = chosen(planned.who % 4 === 0 || open.length === 0 ? all : open, planned.which);
  if (called === undefined) return null;
  const { owner, assistant } = called;
  const isWanted = open.includes(called);
  const minted = await ask(world, lived, owner, assistant, planned);
  if (minted === null) return null;
  if (!isWanted) lived.wronglyServed.push(`${assistant.name} took a call ${minted.id}`);
  const call: LivedCall = {
    platformCallId: minted.id,
    ownerId: owner.person.userId,
    assistantId: assistant.assistantId,
    isTest: planned.isTest,
    atMs: world.clock.now(),
    seconds: null,
    isLiedOf: false,
  };
  lived.calls.push(call);
  const { assistantOverrides } = await atPlatform(world, minted.id);
  const most = assistantOverrides?.maxDurationSeconds ?? 0;
  const room = planned.isJoined ? await join(world, minted, planned) : null;
  return { planned, lived: call, room, seconds: Math.min(planned.seconds, most) };
}

function wantsCalls(owner: LivedOwner, assistant: LivedAssistant, { isTest }: PlannedCall) {
  if (owner.deletedAtMs !== null || assistant.isDeleted) return false;
  return isTest || assistant.isPublished;
}

async function ask(
  world: WholeWorld,
  lived: Lived,
  owner: LivedOwner,
  { embedId }: LivedAssistant,
  planned: PlannedCall,
): Promise<Minted | null> {
  if (planned.isTest && owner.deletedAtMs !== null) return null;
  const { siteUrl } = world.local;
  const bearer = planned.isTest ? await personOf(world, owner).token() : embedId;
  const page = planned.isTest ? {} : { proof: await callProof(siteUrl, embedId) };
  const answer = await postCall(world.local, bearer, embedId, page);
  if (answer.status >= 500 && answer.status !== 502) {
    lived.surprises.push(`a call was answered with ${answer.status}: ${await answer.text()}`);
  }
  return answer.ok ? ((await answer.json()) as Minted) : null;
}

async function join(
  world: WholeWorld,
  { id, webCallUrl }: Minted,
  { says }: PlannedCall,
): Promise<RoomClient> {
  const room = await joinRoom(webCallUrl);
  await room.waitFor(isListening);
  if (says) {
    const message = { role: "user", content: "hello my name is ada lovelace" };
    room.say({ type: "add-message", message, triggerResponseEnabled: false });
    // What is typed is not told to the page.
    await eventually(async () => {
      const { body } = await world.voice.atPlatform(`/call/${id}`);
      return JSON.stringify(body).includes("lovelace");
    });
  }
  return room;
}

/** Each ends in its own time, the shortest first. */
export async function talkToTheEnd(world: WholeWorld, lived: Lived, begun: Begun[]): Promise<void> {
  let passed = 0;
  for (const call of [...begun].sort((a, b) => a.seconds - b.seconds)) {
    await world.pass((call.seconds - passed) * 1000);
    passed = call.seconds;
    if (call.planned.lie !== null) await lieAbout(world, lived, call);
    await end(world, lived, call);
  }
  // Who was never joined, or lost: the platform notices by itself.
  if (begun.length > 0) await world.pass(MINUTE_MS);
  for (const call of begun) {
    if (await isGoingOn(world, call)) await hangUp(world, call);
    await eventually(async () => !(await isGoingOn(world, call)));
    const { startedAt, endedAt } = await atPlatform(world, call.lived.platformCallId);
    // Deleted there meanwhile, with its owner's account.
    if (endedAt === undefined) continue;
    call.lived.seconds =
      startedAt === undefined
        ? 0
        : Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
  }
}

async function end(world: WholeWorld, lived: Lived, call: Begun): Promise<void> {
  if (call.room === null || !(await isGoingOn(world, call))) return;
  const { ends } = call.planned;
  if (ends === "leaves") call.room.leave();
  if (ends === "is hung up") await hangUp(world, call);
  if (ends === "is lost") {
    await world.voice.control(`calls/${call.lived.platformCallId}/drop-socket`, {});
    feel(lived, "a visitor's connection lost in mid-call");
  }
}

const hangUp = (world: WholeWorld, { lived }: Begun) =>
  world.voice.control(`calls/${lived.platformCallId}/hang-up`, {});

async function isGoingOn(world: WholeWorld, { lived }: Begun): Promise<boolean> {
  const { calls } = await stateOf(world);
  return calls.some(({ id }) => id === lived.platformCallId);
}

/** Numbers that cannot be, under the platform's own secret. */
async function lieAbout(world: WholeWorld, lived: Lived, { planned, lived: call }: Begun) {
  if (!world.isUp()) return;
  const nowMs = world.clock.now();
  const lie = planned.lie ?? 0;
  const startedAtMs =
    chosen([0, nowMs - YEAR_MS, nowMs - 3 * MINUTE_MS, nowMs + YEAR_MS], lie) ?? 0;
  const seconds = chosen([1e9, -1e6, 0, 86_400], Math.floor(lie / 4)) ?? 0;
  const cost = chosen([1e12, -5, 0.1], lie) ?? 0;
  const told = { startedAtMs, seconds, ...{ cost } };
  const report = endOfCallReport(call.platformCallId, told);
  const answer = await sendReport(world.local, report);
  if (!answer.ok) return;
  call.isLiedOf = true;
  feel(lived, "absurd numbers reported");
}

async function atPlatform(world: WholeWorld, id: string): Promise<PlatformCall> {
  return (await world.voice.atPlatform(`/call/${id}`)).body as unknown as PlatformCall;
}

async function stateOf(world: WholeWorld): Promise<VoiceState> {
  return (await world.voice.controlState()) as VoiceState;
}
