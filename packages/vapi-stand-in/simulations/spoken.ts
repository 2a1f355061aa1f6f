/** Holds the conversation of a simulation by voice, in a call of the assistant. */
import { createMouth } from "../calls/mouth.ts";
import { transcriptOf } from "../calls/dialogue.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import type { NewCall } from "../calls/switchboard.ts";
import type { ToolMocks } from "../calls/tool-result.ts";
import type { ChatMessage } from "../answers/language-model.ts";
import type { Synthesizer } from "../speech/synthesizer.ts";
import { VOICE_NAMES, voiceFor } from "../speech/voices.ts";
import type { VoiceName } from "../speech/voices.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type { AssistantConfig, CallMessage } from "../store/resources.ts";
import type { LatencyMetrics, SimulatedCall } from "../store/simulation-resources.ts";
import { MAX_TURNS } from "./tester.ts";
import type { Tester } from "./tester.ts";
import { joinCall } from "./voice-call.ts";

export interface SpokenParts {
  store: PlatformStore;
  switchboard: Switchboard;
  synthesizer: Synthesizer;
  /** Whether this machine has a recognizer. */
  canHear: boolean;
  onError: (error: unknown) => void;
}

export interface Spoken {
  target: NewCall;
  mocks: ToolMocks;
  tester: Tester;
  /** The tester's personality. */
  personality: AssistantConfig;
  signal: AbortSignal;
  /** Called before the first word. Returns whether the conversation goes on. */
  onCall: (callId: string) => boolean;
  /** Called after each answer. Returns whether the conversation goes on. */
  onChange: (call: SimulatedCall) => boolean;
}

export interface HeldConversation {
  messages: CallMessage[];
  latencyMetrics: LatencyMetrics;
}

export async function converseInVoice(
  { store, switchboard, synthesizer, canHear, onError }: SpokenParts,
  { target, mocks, tester, personality, signal, onCall, onChange }: Spoken,
): Promise<HeldConversation> {
  if (!canHear)
    throw new Error("This machine has no speech recognizer, so nobody hears the tester.");
  const { call: made, address } = switchboard.make(target, mocks);
  const { id } = made;
  const callOf = () => store.calls.get(id);
  const messagesOf = () => (callOf()?.call.messages ?? []).filter(({ role }) => role !== "system");
  const answersOf = () => messagesOf().filter(({ role }) => role === "bot");
  const assistant = callOf()?.assistant ?? {};
  const voice = testerVoice(personality, assistant);
  const mouth = createMouth((text) => synthesizer.speak(text, voice), onError);
  let isGoingOn = onCall(id);
  const responsesMs: number[] = [];
  try {
    const call = await joinCall(address, {
      mouth,
      countAnswers: () => answersOf().length,
      signal,
    });
    try {
      if (speaksFirst(assistant)) await call.listen();
      // The tester continues from its own lines, even if the assistant misheard them.
      const said: ChatMessage[] = [];
      let known = 0;
      for (let turn = 0; turn < MAX_TURNS && isGoingOn && !call.hasEnded(); turn += 1) {
        const answers = answersOf();
        said.push(...answers.slice(known).map(({ message }) => assistantSays(message)));
        known = answers.length;
        const line = await tester.next(said, signal);
        if (line === null) break;
        said.push({ role: "user", content: line });
        await call.say(line);
        await call.listen();
        isGoingOn = onChange(simulatedCall(messagesOf()));
      }
      responsesMs.push(...call.responsesMs);
    } finally {
      call.leave();
    }
  } finally {
    await switchboard.hangUp(id);
  }
  const messages = messagesOf();
  onChange(simulatedCall(messages, callOf()?.call.artifact?.recordingUrl));
  const turnCount = messages.filter(({ role }) => role === "user").length;
  return { messages, latencyMetrics: { turnCount, ...averageOf(responsesMs) } };
}

function assistantSays(content: string): ChatMessage {
  return { role: "assistant", content };
}

function simulatedCall(messages: CallMessage[], recordingUrl?: string): SimulatedCall {
  return {
    transcript: transcriptOf(messages),
    messages: messages.map(({ role, message: content }) =>
      role === "user" ? { role, content } : { role: "assistant", content },
    ),
    ...(recordingUrl === undefined ? {} : { recordingUrl }),
  };
}

function speaksFirst({ firstMessage = "", firstMessageMode }: AssistantConfig): boolean {
  if (firstMessageMode === "assistant-waits-for-user") return false;
  if (firstMessageMode === "assistant-speaks-first-with-model-generated-message") return true;
  return firstMessage.trim() !== "";
}

/** Never the assistant's voice, so that both can be told apart in a recording. */
function testerVoice(tester: AssistantConfig, assistant: AssistantConfig): VoiceName {
  const own = voiceFor(tester.voice?.voiceId ?? "daniel");
  const taken = voiceFor(assistant.voice?.voiceId ?? "sarah");
  return own === taken ? (VOICE_NAMES.find((name) => name !== taken) ?? own) : own;
}

function averageOf(responsesMs: number[]): { avgTurn?: number } {
  if (responsesMs.length === 0) return {};
  const sum = responsesMs.reduce((total, ms) => total + ms, 0);
  return { avgTurn: Math.round(sum / responsesMs.length) };
}
