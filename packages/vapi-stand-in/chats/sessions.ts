/** Sessions: created with their assistant, continued by chats, completed with an artifact, deleted. */
import { randomUUID } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { ChatMessage } from "../answers/language-model.ts";
import { assistantForCall, configOf } from "../calls/assistant-for-call.ts";
import { minMessagesOf, spokenArtifact } from "../calls/report.ts";
import type { Endpoint } from "../endpoint.ts";
import { ApiError } from "../http/api-error.ts";
import { outputsOf } from "../outputs/outputs.ts";
import { outputsForSession, requireOutputs } from "../outputs/planned-outputs.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type {
  Artifact,
  AssistantConfig,
  AssistantOverrides,
  Session,
  StoredSession,
  TypedMessage,
} from "../store/resources.ts";
import { sendServerMessage } from "../webhooks/server-message.ts";
import type { WebhookSender } from "../webhooks/webhook-sender.ts";
import { spokenMessages, turnsOf, typedMessages, wordsIn } from "./spoken.ts";
import type { GivenMessage } from "./spoken.ts";

export interface ChatParts {
  orgId: string;
  clock: Clock;
  store: PlatformStore;
  webhooks: WebhookSender;
  answerEndpoint: Endpoint | undefined;
  /** The delay between the end of a conversation and its structured outputs. */
  outputDelayMs: number;
  knowledgeOf: (assistant: AssistantConfig) => Promise<string>;
  log: (line: string) => void;
}

export interface RequestedAssistant {
  assistantId?: string;
  /** Ignored beside an `assistantId`, as published. */
  assistant?: AssistantConfig;
  assistantOverrides?: AssistantOverrides;
}

export interface SessionChange {
  name?: string | null;
  status?: Session["status"] | null;
  expirationSeconds?: number | null;
  messages?: GivenMessage[] | null;
}

export type NewSession = RequestedAssistant & {
  [Name in keyof SessionChange]?: NonNullable<SessionChange[Name]>;
};

/** What one chat adds to its session. */
export interface Exchange {
  input: ChatMessage[];
  output: TypedMessage[];
  askedAtMs: number;
}

export interface Sessions {
  make(wanted: NewSession): Session;
  change(stored: StoredSession, change: SessionChange): Promise<Session>;
  delete(stored: StoredSession): Session;
  /** The session that a chat may continue. */
  open(id: string): StoredSession;
  /** Nothing happens if the session was deleted while its chat was answered. */
  add(id: string, exchange: Exchange): void;
}

const DEFAULT_EXPIRATION_SECONDS = 86_400;

export function createSessions(parts: ChatParts): Sessions {
  const { clock, store, webhooks } = parts;

  const save = (stored: StoredSession, change: Partial<StoredSession>): StoredSession => {
    const updatedAt = new Date(clock.now()).toISOString();
    const changed = { ...stored, ...change, updatedAt };
    changed.session = { ...changed.session, updatedAt };
    store.sessions.put(changed);
    return changed;
  };

  const notify = (type: string, { id, session, assistant }: StoredSession) => {
    const { artifact } = session;
    sendServerMessage(
      webhooks,
      { id, assistant },
      {
        type,
        timestamp: clock.now(),
        session,
        assistant,
        ...(artifact === undefined ? {} : { artifact }),
      },
    );
  };

  const addArtifact = (id: string, added: Partial<Artifact>): void => {
    const stored = store.sessions.get(id);
    if (stored?.session.status !== "completed") return;
    const { session, spoken } = stored;
    const artifact = { ...spokenArtifact(spoken), ...session.artifact, ...added };
    save(stored, { session: { ...session, artifact } });
  };

  const complete = async ({ id, assistant, spoken, session }: StoredSession): Promise<void> => {
    const outputs = await outputsOf(
      outputsForSession(assistant, store),
      {
        ...{ messages: spoken, ...turnsOf(wordsIn(session.messages)), nowMs: clock.now() },
        minMessages: minMessagesOf(assistant),
      },
      { endpoint: parts.answerEndpoint, log: parts.log },
    );
    const { outputDelayMs } = parts;
    addArtifact(id, outputDelayMs > 0 ? {} : outputs);
    if (outputDelayMs > 0) {
      clock.schedule(clock.now() + outputDelayMs, () => addArtifact(id, outputs));
    }
  };

  return {
    make(wanted) {
      const { status = "active", expirationSeconds = DEFAULT_EXPIRATION_SECONDS } = wanted;
      const messages = typedMessages(wanted.messages ?? []);
      const config = requestedAssistant(wanted, store);
      requireOutputs([wanted.assistant, wanted.assistantOverrides], store);
      const assistant = assistantForCall(config, wanted.assistantOverrides);
      const now = clock.now();
      const [createdAt, id] = [new Date(now).toISOString(), randomUUID()];
      const resource = { id, orgId: parts.orgId, createdAt, updatedAt: createdAt };
      const session = { ...wanted, ...resource, messages, status, expirationSeconds };
      const spoken = spokenMessages(messages, { startMs: now, atMs: now });
      const stored = { ...resource, session, assistant, spoken };
      store.sessions.put(stored);
      notify("session.created", stored);
      return session;
    },

    async change(stored, change) {
      const { session, createdAt } = stored;
      const messages = change.messages ? typedMessages(change.messages) : session.messages;
      const changed: Session = {
        ...session,
        status: change.status ?? session.status,
        expirationSeconds: change.expirationSeconds ?? session.expirationSeconds,
        messages,
      };
      if (typeof change.name === "string") changed.name = change.name;
      if (change.name === null) delete changed.name;
      if (changed.status === "active") delete changed.artifact;
      const times = { startMs: Date.parse(createdAt), atMs: clock.now() };
      const spoken =
        messages === session.messages ? stored.spoken : spokenMessages(wordsIn(messages), times);
      const saved = save(stored, { session: changed, spoken });
      const isCompleted = changed.status === "completed" && session.status === "active";
      if (isCompleted) await complete(saved);
      const latest = store.sessions.get(stored.id) ?? saved;
      notify("session.updated", latest);
      return latest.session;
    },

    delete(stored) {
      store.sessions.delete(stored.id);
      notify("session.deleted", stored);
      return stored.session;
    },

    open(id) {
      const stored = store.sessions.get(id);
      if (stored === null) throw new ApiError(404, `There is no session ${id}.`);
      const { status, expirationSeconds, createdAt } = stored.session;
      if (status === "completed") throw new ApiError(400, `Session ${id} is completed.`);
      if (clock.now() >= Date.parse(createdAt) + 1000 * expirationSeconds) {
        throw new ApiError(400, `Session ${id} has expired.`);
      }
      return stored;
    },

    add(id, { input, output, askedAtMs }) {
      const stored = store.sessions.get(id);
      if (stored === null) return;
      const { session, createdAt } = stored;
      const startMs = Date.parse(createdAt);
      save(stored, {
        session: { ...session, messages: [...session.messages, ...input, ...output] },
        spoken: [
          ...stored.spoken,
          ...spokenMessages(input, { startMs, atMs: askedAtMs }),
          ...spokenMessages(wordsIn(output), { startMs, atMs: clock.now() }),
        ],
      });
    },
  };
}

export function requestedAssistant(
  { assistantId, assistant }: RequestedAssistant,
  { assistants }: PlatformStore,
): AssistantConfig {
  if (assistantId !== undefined) {
    const stored = assistants.get(assistantId);
    if (stored === null) throw new ApiError(404, `There is no assistant ${assistantId}.`);
    return configOf(stored);
  }
  if (assistant === undefined) {
    throw new ApiError(400, ["one of assistant or assistantId must be given"]);
  }
  return assistant;
}
