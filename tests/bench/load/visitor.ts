/** A visitor's call without a browser: the page, the press, the room, a question in real time, its answer. */
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { callProof } from "../../fixtures/call-proof.ts";
import { must } from "../../../local/must.ts";
import { startPacer } from "../../../local/voice/calls/pacer.ts";
import type { ToPage, ToServer } from "../../../local/voice/room-protocol.ts";
import { bytesOf, FRAME_SAMPLES, SILENT_FRAME } from "../../../local/voice/speech/pcm.ts";
import { createHeardSpeech } from "./heard-speech.ts";
import type { Owner } from "./owners.ts";
import type { RunningHark } from "./running-hark.ts";

const PATIENCE_MS = 180_000;

export interface Visitor {
  owner: Owner;
  /** Each calls from a place of their own, as whatever stands in front of a server tells it. */
  address: string;
  question: Int16Array;
  /** How long after the greeting it is asked. */
  asksAfterMs: number;
}

export interface Talked {
  platformCallId: string;
  /** From the press. */
  mintedMs: number;
  firstSoundMs: number;
  /** From the end of the question. */
  answerMs: number;
  /** What the assistant said, as the platform wrote it down. */
  said: string[];
  heardFrames: number;
  lateFrames: number;
}

export async function talk(hark: RunningHark, visitor: Visitor): Promise<Talked> {
  const pressedMs = performance.now();
  const { id, webCallUrl } = await mint(hark, visitor);
  const mintedMs = performance.now() - pressedMs;
  const told = await inRoom(webCallUrl, visitor);
  return {
    platformCallId: id,
    mintedMs,
    ...told,
    firstSoundMs: told.firstSoundMs - pressedMs,
  };
}

/** Of a page that this visitor has loaded, and with what it asked for when they pointed at the button. */
async function mint({ appUrl, siteUrl }: RunningHark, { owner, address }: Visitor) {
  const { embedId } = owner;
  await (await fetch(`${appUrl}/widget/${embedId}`)).text();
  const proof = must(await callProof(siteUrl, embedId), "a proof");
  const answer = await fetch(`${siteUrl}/call/web`, {
    method: "POST",
    headers: { "X-Forwarded-For": address },
    body: JSON.stringify({ assistantId: embedId, bearer: embedId, proof, sites: [] }),
  });
  if (answer.status !== 201) throw new Error(`A call was refused: ${await answer.text()}`);
  return (await answer.json()) as { id: string; webCallUrl: string };
}

/** What the page's call machine does: local/voice/call-machine/machine.ts */
async function inRoom(webCallUrl: string, { question, asksAfterMs }: Visitor) {
  const socket = new WebSocket(webCallUrl.replace(/^http/, "ws"));
  const send = (message: ToServer) => socket.send(JSON.stringify(message));
  const heard = createHeardSpeech();
  const said: string[] = [];
  const questionFrames = framesOf(question);
  let asking = -1;
  const at: { firstSound?: number; asked?: number; answer?: number } = {};
  let stopSpeaking: (() => void) | undefined;
  let asker: NodeJS.Timeout | undefined;

  const speak = () => {
    const frame = asking < 0 ? undefined : questionFrames[asking];
    if (asking >= 0) asking += 1;
    if (asking === questionFrames.length) at.asked = performance.now();
    socket.send(bytesOf(frame ?? SILENT_FRAME));
  };
  const onMessage = (message: { type: string } & Record<string, unknown>) => {
    const { type, role, status, transcript } = message;
    if (role !== "assistant") return;
    if (type === "speech-update" && status === "started") heard.begin();
    if (type === "transcript") said.push(String(transcript));
    if (type !== "speech-update" || status !== "stopped") return;
    if (at.asked !== undefined && at.answer !== undefined) send({ type: "leave" });
    else asker ??= setTimeout(() => (asking = 0), asksAfterMs);
  };
  const hear = () => {
    const nowMs = performance.now();
    heard.frame(nowMs);
    at.firstSound ??= nowMs;
    if (at.asked !== undefined) at.answer ??= nowMs;
  };
  socket.on("message", (data: RawData, isBinary) => {
    if (isBinary) return hear();
    const message = JSON.parse((data as Buffer).toString()) as ToPage;
    if (message.type === "assistant-joined") send({ type: "app-message", data: "playable" });
    if (message.type !== "app-message") return;
    if (message.data === "listening") return;
    onMessage(JSON.parse(message.data) as { type: string });
  });
  socket.on("open", () => {
    send({ type: "join", hasMicrophone: true });
    stopSpeaking = startPacer(speak);
  });
  const patience = setTimeout(() => socket.terminate(), PATIENCE_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });
  } finally {
    clearTimeout(patience);
    clearTimeout(asker);
    stopSpeaking?.();
  }
  return {
    firstSoundMs: must(at.firstSound, "a first sound"),
    answerMs: must(at.answer, "an answer") - must(at.asked, "a question"),
    said,
    heardFrames: heard.frames(),
    lateFrames: heard.late(),
  };
}

export function framesOf(samples: Int16Array): Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, at) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(samples.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES));
    return frame;
  });
}
