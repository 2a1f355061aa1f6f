/** All live calls: creates them, connects pages to their rooms, ends them and reports. */
import { randomBytes, randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { ApiError } from "../http/api-error.ts";
import { ROOM_PATH, TRANSPORT_PATH } from "../room-protocol.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type {
  AssistantConfig,
  AssistantOverrides,
  Call,
  StoredCall,
  WebsocketTransport,
} from "../store/resources.ts";
import { askServer, sendServerMessage } from "../webhooks/server-message.ts";
import type { WebhookSender } from "../webhooks/webhook-sender.ts";
import { assistantForCall, configOf } from "./assistant-for-call.ts";
import type { EndedReason } from "./ended-reason.ts";
import type { RecordingLinks } from "./recording-links.ts";
import { recordingFile } from "./recording-links.ts";
import { repairRecording } from "./recorder.ts";
import { outputsOf } from "../outputs/outputs.ts";
import { outputsForCall, requireOutputs } from "../outputs/planned-outputs.ts";
import { endedCall, endOfCallReport, minMessagesOf, statusUpdate } from "./report.ts";
import type { Ending } from "./report.ts";
import { Room } from "./room.ts";
import type { RoomParts } from "./room.ts";
import type { ToolMocks } from "./tool-result.ts";

export interface NewCall {
  assistantId?: string;
  /** For this call alone, in place of a stored one. */
  assistant?: AssistantConfig;
  assistantOverrides?: AssistantOverrides;
  roomDeleteOnUserLeaveEnabled?: boolean;
  /** Without one it is a call on a page. */
  transport?: WebsocketTransport;
}

export interface SwitchboardParts extends RoomParts {
  orgId: string;
  url: string;
  store: PlatformStore;
  webhooks: WebhookSender;
  links: RecordingLinks;
  concurrencyLimit: number;
  /** The delay between a call's report and its structured outputs. */
  outputDelayMs: number;
}

interface OpenRoom {
  stored: StoredCall;
  room: Room;
  isSimulated: boolean;
  cancelJoin: () => void;
}

/** Vapi: "Customer Join Timeout", 15 seconds unless the assistant says otherwise. */
const JOIN_WITHIN_MS = 15_000;
const NOT_JOINED = "call.in-progress.error-assistant-did-not-receive-customer-audio";
const NOTHING_USED = {
  recognizedSeconds: 0,
  spokenCharacters: 0,
  promptTokens: 0,
  completionTokens: 0,
};

export class Switchboard {
  private readonly parts: SwitchboardParts;
  private readonly rooms = new Map<string, OpenRoom>();
  private readonly endings = new Set<Promise<void>>();

  constructor(parts: SwitchboardParts) {
    this.parts = parts;
  }

  /** Ends calls that an earlier process left open, at the time of their last activity. */
  async recover(): Promise<void> {
    const { store } = this.parts;
    const open = store.calls
      .list({ times: [], limit: Number.MAX_SAFE_INTEGER })
      .filter(({ call }) => call.status !== "ended");
    for (const stored of open) {
      const { call } = stored;
      const messages = call.messages ?? [];
      await repairRecording(recordingFile(this.parts.recordingsFolder, call.id));
      await this.finish(stored, {
        reason: "worker-shutdown",
        endedAtMs: Date.parse(call.updatedAt),
        messages,
        history: messages,
        answeredTurns: messages.filter(({ role }) => role === "user").length,
        unanswered: [],
        used: NOTHING_USED,
        hasRecording: call.startedAt !== undefined && call.artifactPlan.recordingEnabled,
      });
    }
  }

  /**
   * The creator of a call gets the address of its room. A call with mocks is a simulated one, which takes none of the
   * customer's lines: those of simulations have a limit of their own.
   */
  make(wanted: NewCall, mocks: ToolMocks | null = null): { call: Call; address: string } {
    const { store, clock, orgId, concurrencyLimit, url } = this.parts;
    const lines = [...this.rooms.values()].filter(({ isSimulated }) => !isSimulated);
    if (mocks === null && lines.length >= concurrencyLimit) {
      // The document has 400 for limits. The text is the one that several customers of the vendor handle.
      throw new ApiError(400, "Over Concurrency Limit.");
    }
    requireOutputs([wanted.assistant, wanted.assistantOverrides], store);
    const assistant = assistantForCall(this.assistantOf(wanted), wanted.assistantOverrides);
    const { transport } = wanted;
    const folder = transport === undefined ? ROOM_PATH : TRANSPORT_PATH;
    const path = folder + randomBytes(12).toString("hex");
    const now = new Date(clock.now()).toISOString();
    const id = randomUUID();
    const address = transport === undefined ? url + path : url.replace(/^http/, "ws") + path;
    const call: Call = {
      id,
      orgId,
      createdAt: now,
      updatedAt: now,
      type: transport === undefined ? "webCall" : "vapi.websocketCall",
      status: "queued",
      ...(wanted.assistantId === undefined ? {} : { assistantId: wanted.assistantId }),
      ...(wanted.assistant === undefined ? {} : { assistant: wanted.assistant }),
      ...(wanted.assistantOverrides === undefined
        ? {}
        : { assistantOverrides: wanted.assistantOverrides }),
      artifactPlan: {
        recordingEnabled: assistant.artifactPlan?.recordingEnabled ?? true,
        // There are no pictures here to record.
        videoRecordingEnabled: false,
      },
      transport: transport ?? { provider: "daily", callUrl: address },
      monitor: monitorOf(assistant, `${url}/${id}`),
    };
    const { createdAt, updatedAt } = call;
    const isRoomKeptOnLeave = wanted.roomDeleteOnUserLeaveEnabled === false;
    const stored = { id, orgId, createdAt, updatedAt, call, assistant, isRoomKeptOnLeave };
    store.calls.put(stored);
    this.openRoom(stored, path, mocks);
    return { call, address };
  }

  /**
   * Whether a key may control this call. Null where its control address does not exist, since there is no such call
   * or its plan switches control off.
   */
  controlOf(callId: string): { needsKey: boolean } | null {
    const stored = this.parts.store.calls.get(callId);
    if (stored === null) return null;
    const { controlEnabled = true, controlAuthenticationEnabled = false } =
      stored.assistant.monitorPlan ?? {};
    return controlEnabled ? { needsKey: controlAuthenticationEnabled } : null;
  }

  /** A name is all of a call that can be changed. Null when there is no such call. */
  rename(callId: string, name: string): Call | null {
    const stored = this.rooms.get(callId)?.stored ?? this.parts.store.calls.get(callId);
    if (stored === null) return null;
    this.change(stored, { name });
    return stored.call;
  }

  /** Null for a room that does not exist or is occupied. */
  roomFor(path: string): ((socket: WebSocket) => void) | null {
    const room = [...this.rooms.values()].find((entry) => entry.room.path === path)?.room;
    return room?.isFree() === true ? (socket) => room.enter(socket) : null;
  }

  /** False if there is no such live call. */
  async end(callId: string, reason: EndedReason): Promise<boolean> {
    const entry = this.rooms.get(callId);
    if (entry === undefined) return false;
    this.rooms.delete(callId);
    const ending = this.closeRoom(entry, reason);
    this.endings.add(ending);
    await ending.finally(() => this.endings.delete(ending));
    return true;
  }

  /** Ends a call as its visitor does. Resolves once it is stored, whoever ended it. */
  async hangUp(callId: string): Promise<void> {
    if (!(await this.end(callId, "customer-ended-call"))) await Promise.allSettled(this.endings);
  }

  /** Resolves once no call is live or being stored. */
  async endAll(reason: EndedReason): Promise<void> {
    await Promise.all([...this.rooms.keys()].map((callId) => this.end(callId, reason)));
    await Promise.all(this.endings);
  }

  /** Breaks the socket of a call off, as a failing network does. */
  dropSocket(callId: string): boolean {
    return this.rooms.get(callId)?.room.drop() ?? false;
  }

  liveCalls(): { id: string; status: string; hasSocket: boolean }[] {
    return [...this.rooms.values()].map(({ stored, room }) => ({
      id: stored.id,
      status: stored.call.status,
      hasSocket: !room.isFree(),
    }));
  }

  /** Releases all rooms without ending their calls. `recover` ends them at the next start. */
  async close(): Promise<void> {
    const entries = [...this.rooms.values()];
    this.rooms.clear();
    for (const { cancelJoin } of entries) cancelJoin();
    await Promise.all([...entries.map(({ room }) => room.abandon()), ...this.endings]);
  }

  private assistantOf({ assistantId, assistant }: NewCall): AssistantConfig {
    if (assistant !== undefined) return assistant;
    if (assistantId === undefined) {
      throw new ApiError(400, ["one of assistant or assistantId must be given"]);
    }
    const stored = this.parts.store.assistants.get(assistantId);
    if (stored === null) throw new ApiError(400, `There is no assistant ${assistantId}.`);
    return configOf(stored);
  }

  private openRoom(stored: StoredCall, path: string, mocks: ToolMocks | null): void {
    const { clock } = this.parts;
    const room = new Room(this.parts, stored, {
      path,
      events: {
        onStart: () => {
          cancelJoin();
          this.change(stored, {
            status: "in-progress",
            startedAt: new Date(clock.now()).toISOString(),
          });
          this.notify(stored, statusUpdate(stored, clock));
        },
        onMessages: (messages) => this.change(stored, { messages }),
        onServerMessage: (message) => this.notify(stored, message),
        onToolCalls: async (tool, message, { id: toolCallId }) => {
          const { name } = tool.function;
          const result = mocks?.get(name);
          if (result !== undefined) return { results: [{ toolCallId, name, result }] };
          return await askServer(this.parts.webhooks, stored, { tool, message });
        },
        onEndWanted: (reason) => void this.end(stored.id, reason).catch(this.parts.onError),
      },
    });
    const cancelJoin = clock.schedule(
      clock.now() + JOIN_WITHIN_MS,
      () => void this.end(stored.id, NOT_JOINED).catch(this.parts.onError),
    );
    this.rooms.set(stored.id, { stored, room, isSimulated: mocks !== null, cancelJoin });
  }

  private async closeRoom(
    { stored, room, cancelJoin }: OpenRoom,
    reason: EndedReason,
  ): Promise<void> {
    cancelJoin();
    const endedAtMs = this.parts.clock.now();
    const conversation = await room.close(reason);
    await this.finish(stored, { reason, endedAtMs, ...conversation });
  }

  private change(stored: StoredCall, change: Partial<Call>): void {
    const updatedAt = new Date(this.parts.clock.now()).toISOString();
    stored.updatedAt = updatedAt;
    stored.call = { ...stored.call, ...change, updatedAt };
    this.parts.store.calls.put(stored);
  }

  private async finish(stored: StoredCall, ending: Omit<Ending, "outputs">): Promise<void> {
    const { clock, store, outputDelayMs } = this.parts;
    const outputs = await this.outputsOf(stored, ending);
    const isLate = outputDelayMs > 0;
    stored.call = endedCall(stored, { ...ending, outputs: isLate ? {} : outputs }, this.parts);
    stored.updatedAt = stored.call.updatedAt;
    store.calls.put(stored);
    this.notify(stored, statusUpdate(stored, clock));
    this.notify(stored, endOfCallReport(stored, clock));
    // The vendor publishes no message about them.
    if (isLate)
      clock.schedule(clock.now() + outputDelayMs, () => this.addToArtifact(stored, outputs));
  }

  private async outputsOf(
    { assistant }: StoredCall,
    { messages, unanswered, answeredTurns, endedAtMs }: Omit<Ending, "outputs">,
  ): Promise<Ending["outputs"]> {
    const { answerEndpoint: endpoint, log, store } = this.parts;
    const conversation = { messages, unanswered, answeredTurns, nowMs: endedAtMs };
    return await outputsOf(
      outputsForCall(assistant, store),
      { ...conversation, minMessages: minMessagesOf(assistant) },
      { endpoint, log },
    );
  }

  private addToArtifact(stored: StoredCall, outputs: Ending["outputs"]): void {
    const { artifact } = stored.call;
    if (artifact !== undefined) this.change(stored, { artifact: { ...artifact, ...outputs } });
  }

  private notify(stored: StoredCall, message: { type: string } & Record<string, unknown>): void {
    sendServerMessage(this.parts.webhooks, stored, message);
  }
}

/** Both addresses exist unless the plan switches them off. */
function monitorOf({ monitorPlan = {} }: AssistantConfig, callUrl: string): Call["monitor"] {
  const { controlEnabled = true, listenEnabled = true } = monitorPlan;
  return {
    ...(controlEnabled ? { controlUrl: `${callUrl}/control` } : {}),
    ...(listenEnabled ? { listenUrl: `${callUrl.replace(/^http/, "ws")}/transport` } : {}),
  };
}
