/** Visitors call assistants, and owners test theirs. */
import { isListening, joinRoom } from "../../contract/voice/room-client.ts";
import type { RoomClient } from "../../contract/voice/room-client.ts";
import { eventually } from "../../eventually.ts";
import { fetchPageToken } from "../../fixtures/page-token.ts";
import { endOfCallReport, sendReport } from "../talk.ts";
import { postCall } from "../voice-world.ts";
import type { Minted } from "../voice-world.ts";
import { pick } from "./action.ts";
import { countFault } from "./history.ts";
import type { History, AssistantRecord, CallRecord, OwnerRecord } from "./history.ts";
import { personOf } from "./people.ts";
import type { PlannedCall } from "./plan.ts";
import type { VoiceState, WholeWorld } from "./whole-world.ts";

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 3_600_000;

export interface StartedCall {
  planned: PlannedCall;
  record: CallRecord;
  /** Null if nobody joined. */
  room: RoomClient | null;
  /** At most the call's maximum duration. */
  seconds: number;
}

interface PlatformCall {
  status: string;
  startedAt?: string;
  endedAt?: string;
  assistantOverrides?: { maxDurationSeconds?: number };
}

/** Null if the call was refused, or its answer was lost. */
export async function startCall(
  world: WholeWorld,
  history: History,
  planned: PlannedCall,
): Promise<StartedCall | null> {
  const all = history.owners.flatMap((owner) =>
    owner.assistants.map((assistant) => ({ owner, assistant })),
  );
  const open = all.filter(({ owner, assistant }) => wantsCalls(owner, assistant, planned));
  // Some pages are still open and show the buttons of deleted assistants.
  const called = pick(planned.who % 4 === 0 || open.length === 0 ? all : open, planned.which);
  if (called === undefined) return null;
  const { owner, assistant } = called;
  const isWanted = open.includes(called);
  const minted = await ask(world, history, owner, assistant, planned);
  if (minted === null) return null;
  if (!isWanted) history.wronglyServed.push(`${assistant.name} took a call ${minted.id}`);
  const call: CallRecord = {
    platformCallId: minted.id,
    ownerId: owner.person.userId,
    assistantId: assistant.assistantId,
    isTest: planned.isTest,
    atMs: world.clock.now(),
    seconds: null,
    hasFalseReport: false,
  };
  history.calls.push(call);
  const { assistantOverrides } = await atPlatform(world, minted.id);
  const most = assistantOverrides?.maxDurationSeconds ?? 0;
  const room = planned.isJoined ? await join(world, minted, planned) : null;
  return { planned, record: call, room, seconds: Math.min(planned.seconds, most) };
}

function wantsCalls(owner: OwnerRecord, assistant: AssistantRecord, { isTest }: PlannedCall) {
  if (owner.deletedAtMs !== null || assistant.isDeleted) return false;
  return isTest || assistant.isPublished;
}

async function ask(
  world: WholeWorld,
  history: History,
  owner: OwnerRecord,
  { embedId }: AssistantRecord,
  planned: PlannedCall,
): Promise<Minted | null> {
  if (planned.isTest && owner.deletedAtMs !== null) return null;
  const { siteUrl } = world.local;
  const bearer = planned.isTest ? await personOf(world, owner).token() : embedId;
  const page = planned.isTest ? {} : { pageToken: await fetchPageToken(siteUrl, embedId) };
  const answer = await postCall(world.local, bearer, embedId, page);
  if (answer.status >= 500 && answer.status !== 502) {
    history.unexpectedErrors.push(
      `a call was answered with ${answer.status}: ${await answer.text()}`,
    );
  }
  return answer.ok ? ((await answer.json()) as Minted) : null;
}

async function join(
  world: WholeWorld,
  { id, webCallUrl }: Minted,
  { speaks }: PlannedCall,
): Promise<RoomClient> {
  const room = await joinRoom(webCallUrl);
  await room.waitFor(isListening);
  if (speaks) {
    const message = { role: "user", content: "hello my name is ada lovelace" };
    room.say({ type: "add-message", message, triggerResponseEnabled: false });
    // The page gets no event for a typed message.
    await eventually(async () => {
      const { body } = await world.voice.atPlatform(`/call/${id}`);
      return JSON.stringify(body).includes("lovelace");
    });
  }
  return room;
}

/** Ends each call after its planned seconds, shortest first. */
export async function finishCalls(
  world: WholeWorld,
  history: History,
  started: StartedCall[],
): Promise<void> {
  let passed = 0;
  for (const call of [...started].sort((a, b) => a.seconds - b.seconds)) {
    await world.advance((call.seconds - passed) * 1000);
    passed = call.seconds;
    if (call.planned.falseReport !== null) await sendFalseReport(world, history, call);
    await end(world, history, call);
  }
  // The platform itself notices calls that nobody joined or whose connection was lost.
  if (started.length > 0) await world.advance(MINUTE_MS);
  for (const call of started) {
    if (await isGoingOn(world, call)) await hangUp(world, call);
    await eventually(async () => !(await isGoingOn(world, call)));
    const { startedAt, endedAt } = await atPlatform(world, call.record.platformCallId);
    // Deleted at the platform meanwhile, with the owner's account.
    if (endedAt === undefined) continue;
    call.record.seconds =
      startedAt === undefined
        ? 0
        : Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
  }
}

async function end(world: WholeWorld, history: History, call: StartedCall): Promise<void> {
  if (call.room === null || !(await isGoingOn(world, call))) return;
  const { ends } = call.planned;
  if (ends === "leaves") call.room.leave();
  if (ends === "is hung up") await hangUp(world, call);
  if (ends === "is lost") {
    await world.voice.control(`calls/${call.record.platformCallId}/drop-socket`, {});
    countFault(history, "a visitor's connection lost during a call");
  }
}

const hangUp = (world: WholeWorld, { record }: StartedCall) =>
  world.voice.control(`calls/${record.platformCallId}/hang-up`, {});

async function isGoingOn(world: WholeWorld, { record }: StartedCall): Promise<boolean> {
  const { calls } = await stateOf(world);
  return calls.some(({ id }) => id === record.platformCallId);
}

/** Sends a report with impossible numbers, signed with the platform's secret. */
async function sendFalseReport(
  world: WholeWorld,
  history: History,
  { planned, record: call }: StartedCall,
) {
  if (!world.isUp()) return;
  const nowMs = world.clock.now();
  const falseReport = planned.falseReport ?? 0;
  const startedAtMs =
    pick([0, nowMs - YEAR_MS, nowMs - 3 * MINUTE_MS, nowMs + YEAR_MS], falseReport) ?? 0;
  const seconds = pick([1e9, -1e6, 0, 86_400], Math.floor(falseReport / 4)) ?? 0;
  const cost = pick([1e12, -5, 0.1], falseReport) ?? 0;
  const numbers = { startedAtMs, seconds, ...{ cost } };
  const report = endOfCallReport(call.platformCallId, numbers);
  const answer = await sendReport(world.local, report);
  if (!answer.ok) return;
  call.hasFalseReport = true;
  countFault(history, "absurd numbers reported");
}

async function atPlatform(world: WholeWorld, id: string): Promise<PlatformCall> {
  return (await world.voice.atPlatform(`/call/${id}`)).body as unknown as PlatformCall;
}

async function stateOf(world: WholeWorld): Promise<VoiceState> {
  return (await world.voice.controlState()) as VoiceState;
}
