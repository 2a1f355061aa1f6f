/** Has Vapi say a text in a call over a WebSocket, and records it: docs/fidelity.md, C35. */
import { setTimeout as wait } from "node:timers/promises";
import { SAMPLE_RATE } from "@hark/vapi-stand-in/speech/pcm";
import { voicePlatform } from "../../convex/vendors/vapi.ts";
import { asJson, ask, jsonIn, VoicePlatformError } from "../../convex/vendors/vapiAnswers.ts";
import type { Answer } from "../../convex/vendors/vapiAnswers.ts";
import { LaunchError } from "../start/launch-error.ts";
import { recordCall } from "./record-call.ts";
import type { Patience } from "./record-call.ts";
import type { Sample, Speak } from "./samples.ts";

export interface Account {
  apiUrl: string;
  privateKey: string;
}

export const PATIENCE: Patience = { maxWaitMs: 20_000, maxSpeechMs: 10_000 };
/** Ends the call if this process does not. Vapi's least is 10. */
const MAX_CALL_SECONDS = 60;
const BOUNDS = { timeoutMs: 20_000, maxBytes: 2 ** 20 };
/** The reason is stored a moment after the end. */
const REASON_TRIES = 5;
const REASON_PAUSE_MS = 1_000;

export function speakByVapi(account: Account, patience = PATIENCE): Speak {
  return async (sample) => {
    const { id, url } = await startCall(account, sample);
    const recorded = await recordCall(url, patience);
    if (recorded.kind === "speech") return recorded.samples;
    const reason = await endedReasonOf(account, id);
    throw new LaunchError(
      failure(sample, reason === null ? recorded.reason : `the call ended: ${reason}`),
    );
  };
}

/** The body of the request that starts it. */
export function sampleCall({ text, voice }: Sample) {
  return {
    assistant: {
      firstMessage: text,
      voice,
      maxDurationSeconds: MAX_CALL_SECONDS,
      backgroundSound: "off",
      artifactPlan: { recordingEnabled: false, videoRecordingEnabled: false },
      // Nothing is sent to a server of the account either.
      ...{ clientMessages: [], serverMessages: [] },
    },
    transport: {
      provider: "vapi.websocket",
      audioFormat: { format: "pcm_s16le", container: "raw", sampleRate: SAMPLE_RATE },
    },
  };
}

async function startCall(account: Account, sample: Sample): Promise<{ id: string; url: string }> {
  try {
    const { id, transport } = await post(account, sampleCall(sample));
    const { websocketCallUrl: url } = (transport ?? {}) as { websocketCallUrl?: unknown };
    if (typeof id === "string" && typeof url === "string" && /^wss?:\/\//.test(url)) {
      return { id, url };
    }
    throw new LaunchError(failure(sample, "its answer has no transport.websocketCallUrl"));
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    if (error.isKeyError) {
      throw new LaunchError(
        "The voice platform rejects the key. Take the private key from its dashboard: npx convex env set VAPI_PRIVATE_KEY",
      );
    }
    throw new LaunchError(failure(sample, error.message));
  }
}

async function post({ apiUrl, privateKey }: Account, body: object): Promise<Answer> {
  const { headers, body: json } = asJson(body);
  const init = {
    method: "POST",
    body: json,
    headers: { ...headers, Authorization: `Bearer ${privateKey}` },
  };
  return await jsonIn("start a call", await ask("start a call", `${apiUrl}/call`, init, BOUNDS));
}

/** Null unless the platform ended the call, and says why. */
async function endedReasonOf(account: Account, id: string): Promise<string | null> {
  const platform = voicePlatform({ ...account, publicKey: null });
  for (let tries = 0; tries < REASON_TRIES; tries += 1) {
    const call = await platform.findCall(id).catch(() => null);
    const reason = call?.endedReason;
    // Our own end is no reason.
    if (typeof reason === "string") return reason.startsWith("customer-") ? null : reason;
    await wait(REASON_PAUSE_MS);
  }
  return null;
}

function failure({ name, voice, fix }: Sample, reason: string): string {
  return (
    `No sample of ${name} was made, and no file was changed: ${reason}\n` +
    `If the voice ${voice.voiceId} no longer exists, ${fix} Otherwise try again.`
  );
}
