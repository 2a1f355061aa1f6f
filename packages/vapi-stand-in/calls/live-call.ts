/** One conversation, from the moment a page has joined its room until it ends. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type { Answerer } from "../answers/answerer.ts";
import type { NotedCall } from "../answers/noted-values.ts";
import type { CalledFunction } from "../answers/tool-wish.ts";
import { isLengthMark } from "../hearing/recognizer.ts";
import { FRAME_MS, mix, SILENT_FRAME } from "../speech/pcm.ts";
import type { AssistantConfig, FunctionTool, HookAction, ToolCall } from "../store/resources.ts";
import { parseAppMessage } from "./app-message.ts";
import type { AppMessage } from "./app-message.ts";
import { tokensOf } from "./cost.ts";
import type { Consumption } from "./cost.ts";
import { newToolCall } from "./dialogue.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Ear, EarEvents, Turn } from "./ear.ts";
import { saysEndPhrase } from "./end-phrase.ts";
import { silenceReason } from "./ended-reason.ts";
import type { EndedReason } from "./ended-reason.ts";
import type { Mouth } from "./mouth.ts";
import { startPacer } from "./pacer.ts";
import type { Recorder } from "./recorder.ts";
import { watchSilence } from "./silence.ts";
import type { SilenceWatch } from "./silence.ts";
import { watchSpeechTimeouts } from "./speech-timeouts.ts";
import type { SpeechTimeouts } from "./speech-timeouts.ts";

export interface LiveCallParts {
  clock: Clock;
  assistant: AssistantConfig;
  silenceTimeoutSeconds: number;
  dialogue: Dialogue;
  answerer: Answerer;
  mouth: Mouth;
  newEar(events: EarEvents): Ear;
  recorder: Recorder | null;
  listener: CallListener;
  /** Resolves to the result. */
  callTool(tool: FunctionTool, toolCall: ToolCall): Promise<string>;
  log: (line: string) => void;
}

/** Where a call's messages and sound go: to the page, the owner's server and the disk. */
export interface CallListener {
  onMessage(message: { type: string } & Record<string, unknown>): void;
  onSpeech(frame: Int16Array): void;
  /** The assistant was interrupted: audio that has not been played must be discarded. */
  onFlush(): void;
  onChange(): void;
  onEndWanted(reason: EndedReason): void;
}

interface Saying {
  isInterruptible: boolean;
  thenEnd?: EndedReason;
  isOfHook?: boolean;
}

const DEFAULT_MAX_DURATION_SECONDS = 600;

// The page still holds the last sounds when the server has sent them.
const FRAMES_UNTIL_PLAYED = 300 / FRAME_MS;
// The page's buffer against late frames: the start of a reply is sent at once, not at the speed of speech.
const FRAMES_AHEAD = 100 / FRAME_MS;
const MAX_WAITING_FRAMES = 2000 / FRAME_MS;

export class LiveCall {
  /** The usage that its cost depends on, besides its length. */
  readonly used: Omit<Consumption, "seconds"> = {
    recognizedSeconds: 0,
    spokenCharacters: 0,
    promptTokens: 0,
    completionTokens: 0,
  };
  answeredTurns = 0;
  /** The visitor's questions without an answer. */
  readonly unanswered: string[] = [];

  private readonly parts: LiveCallParts;
  private readonly ear: Ear;
  private readonly microphone: Int16Array[] = [];
  /** Frames that were sent and not played yet. */
  private readonly sentFrames: Int16Array[] = [];
  private readonly cancelMaxDuration: () => void;
  private readonly stopPacer: () => void;
  private readonly silence: SilenceWatch;
  private readonly timeouts: SpeechTimeouts;
  private thinking: AbortController | null = null;
  private hasMicrophone: boolean;
  private hasSentAudio = false;
  private isVisitorSpeaking = false;
  private isMuted = false;
  private owesAnswer = false;
  /** What the assistant says last; resolves once its words are in the conversation. */
  private speech: Promise<void> = Promise.resolve();
  private isOver = false;
  private turn = 0;
  /** The start times of turns that are not transcribed yet. */
  private readonly turnStarts: number[] = [];
  private ending: { reason: EndedReason; frames: number } | null = null;

  constructor(parts: LiveCallParts, hasMicrophone: boolean) {
    this.parts = parts;
    this.hasMicrophone = hasMicrophone;
    this.ear = parts.newEar({
      onTurnStart: () => this.onTurnStart(),
      onTurnEnd: () => this.onTurnEnd(),
      onTurn: (turn) => this.onTurn(turn),
    });
    const { clock, assistant } = parts;
    const maxMs = 1000 * (assistant.maxDurationSeconds ?? DEFAULT_MAX_DURATION_SECONDS);
    this.cancelMaxDuration = clock.schedule(clock.now() + maxMs, () =>
      this.endNow("exceeded-max-duration"),
    );
    this.stopPacer = startPacer(() => this.tick());
    const isBusy = () =>
      this.turnStarts.length > 0 || this.thinking !== null || parts.mouth.isBusy();
    this.silence = watchSilence({
      clock,
      // Nothing is published of how the two go together: the later one counts.
      seconds: Math.max(parts.silenceTimeoutSeconds, endAfterSilenceOf(assistant)),
      isBusy,
      onSilence: () => this.onSilence(),
    });
    this.timeouts = watchSpeechTimeouts({
      clock,
      hooks: assistant.hooks ?? [],
      isBusy,
      onTimeout: (actions) => void this.act(actions),
    });
  }

  begin(): void {
    this.timeouts.wait();
    const { firstMessage, firstMessageMode } = this.parts.assistant;
    if (firstMessageMode === "assistant-waits-for-user") return;
    if (firstMessageMode === "assistant-speaks-first-with-model-generated-message") {
      void this.respond([{ role: "user", content: "Hello" }]);
    } else this.sayFirstMessage(firstMessage);
  }

  hear(frame: Int16Array): void {
    if (this.isOver) return;
    this.hasSentAudio ||= frame.some((sample) => sample !== 0);
    this.microphone.push(frame);
    if (this.microphone.length > MAX_WAITING_FRAMES) this.microphone.shift();
    this.ear.hear(frame);
  }

  /** The page has disconnected but may return. */
  pause(): void {
    this.ear.finishTurn();
    this.beQuiet();
  }

  resume(hasMicrophone: boolean): void {
    this.hasMicrophone = hasMicrophone;
  }

  onAppMessage(data: string): void {
    const message = parseAppMessage(data);
    if (message !== null && !this.isOver) this.obey(message);
  }

  /** Stops everything. The caller reports it. */
  async close(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.thinking?.abort();
    this.cancelMaxDuration();
    this.silence.close();
    this.timeouts.close();
    this.stopPacer();
    this.ear.close();
    this.parts.mouth.cut();
    await this.parts.recorder?.close();
  }

  private obey(message: AppMessage): void {
    switch (message.type) {
      case "playable":
        return;
      case "end-call":
        return this.endNow("customer-ended-call");
      case "say":
        return void this.say(message.message, {
          isInterruptible: message.interruptionsEnabled,
          ...(message.endCallAfterSpoken
            ? { thenEnd: "assistant-ended-call-after-message-spoken" }
            : {}),
        });
      case "control":
        if (message.control === "say-first-message")
          this.sayFirstMessage(this.parts.assistant.firstMessage);
        else this.isMuted = message.control === "mute-assistant";
        return;
      case "add-message":
        return void this.addMessage(message);
      default:
        message satisfies never;
    }
  }

  /** A message that wants an answer interrupts the assistant, as one that is spoken does. */
  private async addMessage({
    message: { role, content: text },
    triggerResponseEnabled: isAnswered,
  }: Extract<AppMessage, { type: "add-message" }>): Promise<void> {
    const { dialogue, clock } = this.parts;
    if (isAnswered) {
      this.silence.touch();
      this.timeouts.hear();
      // The words that were heard come first in the conversation.
      if (this.interrupt()) await this.speech;
      if (this.isOver) return;
    }
    const now = clock.now();
    const kept = role === "assistant" ? "bot" : role;
    dialogue.add({ role: kept, text, startMs: now, endMs: now });
    this.onConversation();
    if (isAnswered) this.timeouts.wait();
    if (isAnswered && this.isVisitorSpeaking) this.owesAnswer = true;
    else if (isAnswered) void this.respond();
  }

  private sayFirstMessage(text: string | undefined): void {
    if (text === undefined || text.trim() === "") return;
    const isInterruptible = this.parts.assistant.firstMessageInterruptionsEnabled === true;
    void this.say(text, { isInterruptible });
  }

  private say(text: string, options: Saying): Promise<void> {
    this.speech = this.speak(text, options);
    return this.speech;
  }

  private async speak(text: string, options: Saying): Promise<void> {
    const { mouth, dialogue, clock, listener, assistant } = this.parts;
    const started: { atMs?: number } = {};
    const spoken = await mouth.say(text, {
      isInterruptible: options.isInterruptible,
      // The pacer's next moment may be 20 ms away.
      onReady: () => this.sendSpeech(),
      onStart: () => {
        started.atMs = clock.now();
        this.owesAnswer = false;
        this.turn += 1;
        listener.onMessage({
          type: "speech-update",
          status: "started",
          role: "assistant",
          turn: this.turn,
        });
      },
    });
    if (started.atMs === undefined || this.isOver) return;
    this.used.spokenCharacters += spoken.text.length;
    if (spoken.text !== "") {
      dialogue.add({ role: "bot", text: spoken.text, startMs: started.atMs, endMs: clock.now() });
      listener.onMessage({
        type: "transcript",
        role: "assistant",
        transcriptType: "final",
        transcript: spoken.text,
      });
    }
    listener.onMessage({
      type: "speech-update",
      status: "stopped",
      role: "assistant",
      turn: this.turn,
    });
    this.onConversation();
    this.silence.touch();
    if (options.isOfHook !== true) this.timeouts.wait();
    if (!spoken.isWhole) return;
    if (options.thenEnd !== undefined) this.endWhenPlayed(options.thenEnd);
    else if (saysEndPhrase(spoken.text, assistant.endCallPhrases ?? [])) {
      this.endWhenPlayed("assistant-said-end-call-phrase");
    }
  }

  private async respond(messages = this.parts.dialogue.conversation()): Promise<void> {
    this.thinking?.abort();
    const thinking = new AbortController();
    this.thinking = thinking;
    const isAborted = () => thinking.signal.aborted;
    this.owesAnswer = true;
    try {
      const answer = await this.parts.answerer.answer(messages, thinking.signal);
      if (isAborted()) return;
      this.used.promptTokens += messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
      const last = messages.at(-1);
      const { dialogue, clock } = this.parts;
      for (const noted of answer.noted ?? []) {
        const called = this.callSilently(noted);
        if (noted.tool.async !== true) await called;
      }
      if (isAborted()) return;
      let { text } = answer;
      if (answer.called !== undefined) {
        text = answer.called.after(await this.useTool(answer.called));
        if (isAborted()) return;
      }
      this.used.completionTokens += tokensOf(text);
      if (answer.lookup !== undefined) dialogue.addLookup(answer.lookup, clock.now());
      if (answer.source !== "none") this.answeredTurns += 1;
      else if (last?.role === "user") this.recordUnanswered(last.content);
      await this.say(text, { isInterruptible: true });
    } catch (error) {
      if (!isAborted()) this.parts.log(`An answer failed: ${String(error)}`);
    } finally {
      if (this.thinking === thinking) this.thinking = null;
    }
  }

  /** Its first message is said while the server answers. */
  private async useTool({ tool, arguments: given }: CalledFunction): Promise<string> {
    const { dialogue, clock } = this.parts;
    const toolCall = newToolCall(tool.function.name, given);
    dialogue.addToolCall(toolCall, clock.now());
    const [{ content = "" } = {}] = tool.messages ?? [];
    const saying = content === "" ? null : this.say(content, { isInterruptible: true });
    const result = await this.parts.callTool(tool, toolCall);
    dialogue.addToolResult(toolCall, result, clock.now());
    await saying;
    return result;
  }

  /** Nothing is said about it. */
  private async callSilently({ tool, arguments: given }: NotedCall): Promise<void> {
    const { dialogue, clock } = this.parts;
    const toolCall = newToolCall(tool.function.name, given);
    dialogue.addToolCall(toolCall, clock.now());
    const result = await this.parts.callTool(tool, toolCall);
    dialogue.addToolResult(toolCall, result, clock.now());
  }

  private recordUnanswered(question: string): void {
    if (!isLengthMark(question)) this.unanswered.push(question);
  }

  private onTurnStart(): void {
    const { listener, clock } = this.parts;
    this.isVisitorSpeaking = true;
    this.timeouts.hear();
    this.turnStarts.push(clock.now());
    this.thinking?.abort();
    this.turn += 1;
    listener.onMessage({ type: "speech-update", status: "started", role: "user", turn: this.turn });
    this.interrupt();
  }

  /** False if the assistant says nothing that may be interrupted. */
  private interrupt(): boolean {
    const { mouth, listener } = this.parts;
    if (!mouth.isInterruptible() || this.ending !== null) return false;
    this.beQuiet();
    listener.onFlush();
    listener.onMessage({ type: "user-interrupted" });
    return true;
  }

  private onTurnEnd(): void {
    this.isVisitorSpeaking = false;
    this.parts.listener.onMessage({
      type: "speech-update",
      status: "stopped",
      role: "user",
      turn: this.turn,
    });
    this.silence.touch();
  }

  private onTurn({ text, seconds }: Turn): void {
    const { dialogue, listener, clock } = this.parts;
    const startMs = this.turnStarts.shift() ?? clock.now();
    this.used.recognizedSeconds += seconds;
    this.silence.touch();
    this.timeouts.wait();
    if (text !== "") {
      dialogue.add({ role: "user", text, startMs, endMs: startMs + 1000 * seconds });
      listener.onMessage({
        type: "transcript",
        role: "user",
        transcriptType: "final",
        transcript: text,
      });
      this.onConversation();
    }
    // A cough must not cancel the answer to an earlier question.
    if ((text !== "" || this.owesAnswer) && !this.isVisitorSpeaking) void this.respond();
    else if (text !== "") this.owesAnswer = true;
  }

  private onConversation(): void {
    const { dialogue, listener } = this.parts;
    listener.onMessage({
      type: "conversation-update",
      messages: dialogue.messages(),
      messagesOpenAIFormatted: dialogue.openAiMessages(),
    });
    listener.onChange();
  }

  private tick(): void {
    const { recorder } = this.parts;
    this.sendSpeech();
    const audible = this.sentFrames.shift() ?? SILENT_FRAME;
    const heard = this.microphone.shift() ?? SILENT_FRAME;
    recorder?.write(mix(heard, audible));
    if (this.ending === null) return;
    this.ending.frames -= 1;
    if (this.ending.frames <= 0) this.endNow(this.ending.reason);
  }

  private sendSpeech(): void {
    const { mouth, listener } = this.parts;
    while (this.sentFrames.length <= FRAMES_AHEAD) {
      const speech = mouth.nextFrame();
      if (speech === null) return;
      if (!this.isMuted) listener.onSpeech(speech);
      this.sentFrames.push(this.isMuted ? SILENT_FRAME : speech);
    }
  }

  private beQuiet(): void {
    this.parts.mouth.cut();
    this.sentFrames.length = 0;
  }

  /** One after the other, unless the visitor speaks meanwhile. */
  private async act(actions: readonly HookAction[]): Promise<void> {
    for (const action of actions) {
      if (this.isOver || this.isVisitorSpeaking) return;
      if (action.type === "tool") this.endWhenPlayed("assistant-ended-call");
      else {
        const [words = ""] = [action.exact ?? []].flat();
        await this.say(words, { isInterruptible: true, isOfHook: true });
      }
    }
  }

  private onSilence(): void {
    const reason = silenceReason({
      hasMicrophone: this.hasMicrophone,
      hasSentAudio: this.hasSentAudio,
    });
    const { endCallMessage = "" } = this.parts.assistant;
    if (endCallMessage === "") this.endNow(reason);
    else void this.say(endCallMessage, { isInterruptible: false, thenEnd: reason });
  }

  private endWhenPlayed(reason: EndedReason): void {
    this.ending ??= { reason, frames: FRAMES_UNTIL_PLAYED };
  }

  private endNow(reason: EndedReason): void {
    this.ending = null;
    this.parts.listener.onEndWanted(reason);
  }
}

function endAfterSilenceOf({ hooks = [] }: AssistantConfig): number {
  const ending = hooks.filter((hook) => hook.do.some(({ type }) => type === "tool"));
  return Math.max(0, ...ending.map(({ options }) => options?.timeoutSeconds ?? 0));
}
