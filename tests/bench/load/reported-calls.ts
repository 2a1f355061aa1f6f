/** Calls that the voice platform tells of, from being asked for to its signed report. */
import { randomUUID } from "node:crypto";
import { internal } from "../../../convex/_generated/api";
import { endOfCallReport, foundOut, statusUpdate } from "../../product/talk.ts";
import type { Owner } from "./owners.ts";
import type { RunningHark } from "./running-hark.ts";
import { anyAddress } from "../../any-address.ts";

export const SECONDS = 30;

export interface BegunCall {
  owner: Owner;
  platformCallId: string;
  startedAtMs: number;
}

/** As `POST /call/web` does it, but for asking the platform, which has no part in what is measured with these. */
export async function beginCall({ inside }: RunningHark, owner: Owner): Promise<BegunCall> {
  const asked = { embedId: owner.embedId, ownerId: owner.userId, address: anyAddress() };
  const reserved = await inside.mutation(internal.calls.reservation.reserve, asked);
  if (!("callId" in reserved)) throw new Error(`A call was refused: ${reserved.message}`);
  const platformCallId = randomUUID();
  await inside.mutation(internal.calls.start.confirm, {
    callId: reserved.callId,
    platformCallId,
  });
  return { owner, platformCallId, startedAtMs: Date.now() };
}

export async function tellJoined(hark: RunningHark, call: BegunCall): Promise<void> {
  await tell(hark, statusUpdate(call.platformCallId, "in-progress", call.startedAtMs));
}

/** Of a call that left a question for the inbox. */
export async function tellEnded(hark: RunningHark, call: BegunCall): Promise<void> {
  const { platformCallId, startedAtMs } = call;
  const { artifact, ...report } = endOfCallReport(platformCallId, {
    startedAtMs,
    seconds: SECONDS,
  });
  const left = foundOut({ unanswered: ["Do you bake without gluten?"] });
  await tell(hark, { ...report, artifact: { ...artifact, ...left } });
}

async function tell({ siteUrl, voiceSecret }: RunningHark, message: object): Promise<void> {
  const answer = await fetch(`${siteUrl}/vapi`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Vapi-Secret": voiceSecret },
    body: JSON.stringify({ message }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`A report was answered ${answer.status}`);
}
