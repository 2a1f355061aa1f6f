/** The room of one call: its page or client, and the conversation, which starts once that can play audio. */
import type { WebSocket } from "ws";
import type { Clock } from "@hark/stand-in-kit/clock";
import { createAnswerer } from "../answers/answerer.ts";
import { sentencesOf } from "../answers/sentences.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Recognizer } from "../hearing/recognizer.ts";
import { openVoiceActivity } from "../hearing/voice-activity.ts";
import type { ToServer } from "../room-protocol.ts";
import type { Synthesizer } from "../speech/synthesizer.ts";
import { voiceFor } from "../speech/voices.ts";
import type {
  ArtifactMessage,
  AssistantConfig,
  CallMessage,
  FunctionTool,
  StoredCall,
  ToolCall,
} from "../store/resources.ts";
import type { ServerMessage } from "../webhooks/server-message.ts";
import { resultIn } from "./tool-result.ts";
import { systemPromptOf } from "./assistant-for-call.ts";
import { createDialogue } from "./dialogue.ts";
import type { Dialogue } from "./dialogue.ts";
import { createEar } from "./ear.ts";
import type { EndedReason } from "./ended-reason.ts";
import { LiveCall } from "./live-call.ts";
import { createMouth } from "./mouth.ts";
import type { Speak } from "./mouth.ts";
import { openRecorder } from "./recorder.ts";
import { recordingFile } from "./recording-links.ts";
import type { Ending } from "./report.ts";
import { connectRoom } from "./room-connection.ts";
import type { RoomConnection } from "./room-connection.ts";
import { connectTransport } from "./transport-connection.ts";

export interface RoomParts {
  clock: Clock;
  synthesizer: Synthesizer;
  recognizer: Recognizer;
  answerEndpoint: Endpoint | undefined;
  recordingsFolder: string;
  silenceTimeoutSeconds: number;
  knowledgeOf(assistant: AssistantConfig): Promise<string>;
  log: (line: string) => void;
  onError: (error: unknown) => void;
}

export interface RoomEvents {
  onStart(): void;
  onMessages(messages: CallMessage[]): void;
  onServerMessage(message: { type: string } & Record<string, unknown>): void;
  /** Resolves to what the tool's server answers, or null. */
  onToolCalls(tool: FunctionTool, message: ServerMessage, toolCall: ToolCall): Promise<unknown>;
  onEndWanted(reason: EndedReason): void;
}

type Conversation = Omit<Ending, "reason" | "endedAtMs" | "outputs">;

/** The default messages to a page: those of the published default that are simulated. */
const DEFAULT_CLIENT_MESSAGES = [
  ...["assistant.started", "conversation-update", "speech-update", "status-update", "tool-calls"],
  ...["transcript", "user-interrupted"],
];
const NOTHING_USED = {
  recognizedSeconds: 0,
  spokenCharacters: 0,
  promptTokens: 0,
  completionTokens: 0,
};

export class Room {
  readonly path: string;
  private readonly parts: RoomParts;
  private readonly stored: StoredCall;
  private readonly events: RoomEvents;
  private readonly speak: Speak;
  private connection: RoomConnection | null = null;
  private hasMicrophone = false;
  private live: LiveCall | null = null;
  private dialogue: Dialogue | null = null;
  private starting: Promise<void> | null = null;
  private isClosed = false;

  constructor(
    parts: RoomParts,
    stored: StoredCall,
    { path, events }: { path: string; events: RoomEvents },
  ) {
    this.parts = parts;
    this.stored = stored;
    this.path = path;
    this.events = events;
    const { assistant } = stored;
    const voice = voiceFor(assistant.voice?.voiceId ?? "sarah");
    this.speak = withFirstSentence(assistant, (text) => parts.synthesizer.speak(text, voice));
  }

  isFree(): boolean {
    return this.connection === null;
  }

  enter(socket: WebSocket): void {
    const isPage = this.stored.call.type === "webCall";
    const connection = (isPage ? connectRoom : connectTransport)(socket, {
      onMessage: (message) => this.onMessage(message),
      onAudio: (frame) => this.live?.hear(frame),
      onError: this.parts.onError,
      onClose: () => {
        if (this.connection === connection) this.onLeave();
      },
    });
    this.connection = connection;
    if (isPage) return;
    // Its client does not say that it has joined and can hear.
    this.hasMicrophone = true;
    this.onPlayable();
  }

  drop(): boolean {
    this.connection?.drop();
    return this.connection !== null;
  }

  /** Closes the room and returns what to report. */
  async close(reason: EndedReason): Promise<Conversation> {
    this.isClosed = true;
    await this.starting;
    this.sendToPage({ type: "status-update", status: "ended", endedReason: reason });
    this.connection?.send({ type: "ejected" });
    await this.disconnect();
    return {
      messages: this.dialogue?.messages() ?? [],
      history: this.dialogue?.history() ?? [],
      answeredTurns: this.live?.answeredTurns ?? 0,
      unanswered: this.live?.unanswered ?? [],
      used: this.live?.used ?? NOTHING_USED,
      hasRecording: this.live !== null && this.stored.call.artifactPlan.recordingEnabled,
    };
  }

  /** Releases everything without reporting, when the process ends. */
  async abandon(): Promise<void> {
    this.isClosed = true;
    await this.starting;
    this.connection?.drop();
    await this.disconnect();
  }

  private async disconnect(): Promise<void> {
    const { connection } = this;
    this.connection = null;
    connection?.close();
    await this.live?.close();
  }

  private onMessage(message: ToServer): void {
    if (this.isClosed) return;
    switch (message.type) {
      case "join":
        this.hasMicrophone = message.hasMicrophone;
        this.connection?.send({ type: "assistant-joined" });
        return;
      case "app-message":
        if (message.data === "playable") this.onPlayable();
        // While the conversation starts, messages wait for it.
        else if (this.live === null) void this.starting?.then(() => this.obey(message.data));
        else this.obey(message.data);
        return;
      case "leave":
        return this.onLeave();
      default:
        message satisfies never;
    }
  }

  private obey(data: string): void {
    if (!this.isClosed) this.live?.onAppMessage(data);
  }

  private onLeave(): void {
    const { connection } = this;
    this.connection = null;
    connection?.close();
    if (this.stored.isRoomKeptOnLeave) this.live?.pause();
    else this.events.onEndWanted("customer-ended-call");
  }

  private onPlayable(): void {
    if (this.live !== null) {
      this.live.resume(this.hasMicrophone);
      this.connection?.send({ type: "app-message", data: "listening" });
    } else this.starting ??= this.start().catch(this.parts.onError);
  }

  private async start(): Promise<void> {
    const { assistant, call } = this.stored;
    const { clock, log, onError, recordingsFolder, recognizer } = this.parts;
    const systemPrompt = systemPromptOf(assistant);
    const [activity, text, recorder] = await Promise.all([
      openVoiceActivity(),
      this.parts.knowledgeOf(assistant),
      call.artifactPlan.recordingEnabled
        ? openRecorder(recordingFile(recordingsFolder, call.id), onError)
        : null,
    ]);
    const { name = "the assistant", firstMessage = "" } = assistant;
    const knowledge = { name, systemPrompt, text };
    const hearing = recognizer.openCall([name, firstMessage, systemPrompt, text].join("\n"));
    const dialogue = createDialogue(systemPrompt, clock.now());
    this.dialogue = dialogue;
    const live = new LiveCall(
      {
        clock,
        assistant,
        silenceTimeoutSeconds: this.parts.silenceTimeoutSeconds,
        dialogue,
        answerer: createAnswerer({
          ...{ knowledge, endpoint: this.parts.answerEndpoint, log },
          tools: assistant.model?.tools ?? [],
        }),
        callTool: (tool, toolCall) => this.callTool(tool, toolCall, dialogue.history()),
        mouth: createMouth(this.speak, onError),
        newEar: (events) => createEar({ activity, recognizer: hearing, events, onError }),
        recorder,
        log,
        listener: {
          onMessage: (message) => this.publish(message),
          onSpeech: (frame) => this.connection?.sendAudio(frame),
          onFlush: () => this.connection?.send({ type: "flush" }),
          onChange: () => this.events.onMessages(dialogue.messages()),
          onEndWanted: (reason) => this.events.onEndWanted(reason),
        },
      },
      this.hasMicrophone,
    );
    this.live = live;
    // The page may have left, or the call may have ended, meanwhile.
    if (this.isClosed) return;
    this.events.onStart();
    this.connection?.send({ type: "app-message", data: "listening" });
    this.sendToPage({ type: "status-update", status: "in-progress" });
    this.sendToPage({ type: "assistant.started", newAssistant: assistant });
    live.begin();
    // Prepared while the assistant says its first words.
    hearing.prepare();
  }

  private publish(message: { type: string } & Record<string, unknown>): void {
    const timed = { ...message, ...this.speakerOf(message), timestamp: this.parts.clock.now() };
    this.sendToPage(timed);
    this.events.onServerMessage({
      ...timed,
      call: this.stored.call,
      assistant: this.stored.assistant,
    });
  }

  /** The page does not get what was said before. */
  private async callTool(
    tool: FunctionTool,
    toolCall: ToolCall,
    messages: ArtifactMessage[],
  ): Promise<string> {
    const message = {
      type: "tool-calls",
      toolCallList: [toolCall],
      toolWithToolCallList: [{ ...tool, toolCall }],
      timestamp: this.parts.clock.now(),
    };
    this.sendToPage(message);
    const { call, assistant } = this.stored;
    const asked = { ...message, artifact: { messages }, call, assistant };
    return resultIn(await this.events.onToolCalls(tool, asked, toolCall), toolCall);
  }

  /** A transcript of the assistant names the assistant. */
  private speakerOf({ type, role }: Record<string, unknown>): Record<string, unknown> {
    if (type !== "transcript" || role !== "assistant") return {};
    const { call, assistant } = this.stored;
    return {
      ...(call.assistantId === undefined ? {} : { assistantId: call.assistantId }),
      ...(assistant.name === undefined ? {} : { assistantName: assistant.name }),
    };
  }

  private sendToPage(message: { type: string } & Record<string, unknown>): void {
    const { clientMessages = DEFAULT_CLIENT_MESSAGES } = this.stored.assistant;
    if (clientMessages.includes(message.type)) {
      this.connection?.send({ type: "app-message", data: JSON.stringify(message) });
    }
  }
}

/** Synthesizes the first message in advance, while the visitor's page is still loading. */
function withFirstSentence(
  { firstMessage = "", firstMessageMode }: AssistantConfig,
  speak: Speak,
): Speak {
  const [first] = sentencesOf(firstMessage);
  const speaksFirst =
    firstMessageMode === undefined || firstMessageMode === "assistant-speaks-first";
  if (first === undefined || !speaksFirst) return speak;
  const speech = speak(first);
  // The caller that speaks it gets the error.
  speech.catch(() => undefined);
  return (sentence) => (sentence === first ? speech : speak(sentence));
}
