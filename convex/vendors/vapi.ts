import { MINUTE_MS } from "../shared/durations";
import { wellFormed } from "../shared/wellFormed";
import {
  type Answer,
  asJson,
  ask,
  idIn,
  jsonIn,
  unlessGone,
  VoicePlatformError,
} from "./vapiAnswers";
import { type Metadata, type NewWebCall, toStartedCall, type WebCall } from "./vapiCall";
import { type NewSession, streamedAnswer } from "./vapiChat";
import { callExposure } from "./vapiExposure";
import { simulations } from "./vapiSimulations";

/** All requests to the voice platform's HTTP API are made by this client. */
export type VoicePlatform = ReturnType<typeof voicePlatform>;

/** A call as the platform returns it. */
export type FoundCall = Record<string, unknown>;

/** The name is the platform's. Its documentation does not mention one, but some responses contain it. */
export type KnowledgeTool = { id: string; name: string | null };

/** Files that a tool searches together. The model reads the description. */
export type KnowledgeBase = { name: string; description: string; fileIds: string[] };

/** Half an hour of conversation has about 100,000 characters, in several formats. */
const JSON_BOUNDS = { timeoutMs: 20_000, maxBytes: 5_000_000 };
/** An action has 64 MB of memory, and holds a recording twice while it stores it. */
const RECORDING_BOUNDS = { timeoutMs: 120_000, maxBytes: 25_000_000 };
/** The platform's limit. */
const MAX_FILE_NAME_LENGTH = 40;
const MAX_NAME_LENGTH = 40;
/** Smaller than the platform's largest page, because each assistant contains its prompt. */
const PAGE_SIZE = 200;
/** Each call contains its transcript. */
const CALL_PAGE_SIZE = 20;
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;
const READING_MS = 8_000;
const POLL_MS = 500;
const FILE_PURPOSE = "assistant";
/** The key of our id in the metadata of everything that we create. */
const ID_KEY = "harkId";

export type Removable = "assistant" | "tool" | "file" | "call";

export type VoiceAccount = {
  apiUrl: string;
  privateKey: string;
  /** Needed to control calls. Null if the operator has not set it. */
  publicKey: string | null;
};

export function voicePlatform({ apiUrl, privateKey, publicKey }: VoiceAccount) {
  async function send(what: string, path: string, init: RequestInit, bounds = JSON_BOUNDS) {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${privateKey}`);
    return await ask(what, `${apiUrl}${path}`, { ...init, headers }, bounds);
  }

  async function sendJson(what: string, method: string, path: string, body?: object) {
    const init: RequestInit = body === undefined ? { method } : { method, ...asJson(body) };
    return await jsonIn(what, await send(what, path, init));
  }

  /** Null if the platform has no such call. */
  async function findCall(id: string): Promise<FoundCall | null> {
    return await unlessGone(sendJson("find a call", "GET", `/call/${id}`));
  }

  /**
   * The newest matching resource that was created since then. The lists can only be filtered by time:
   * https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
   */
  async function findNewest(
    path: string,
    sinceMs: number,
    matches: (resource: Answer) => boolean,
    { size, withinMs }: { size: number; withinMs?: number } = { size: PAGE_SIZE },
  ): Promise<Answer | undefined> {
    const at = (ms: number) => new Date(ms).toISOString();
    const all = `limit=${size}&createdAtGe=${at(sinceMs - CLOCK_DIFFERENCE_MS)}`;
    let query = withinMs === undefined ? all : `${all}&createdAtLt=${at(sinceMs + withinMs)}`;
    for (;;) {
      const page = resourcesIn(await sendJson(`list ${path}`, "GET", `${path}?${query}`));
      const found = page.find(matches);
      const oldest = page.at(-1)?.createdAt;
      if (found !== undefined || page.length < size || typeof oldest !== "string") return found;
      query = `${all}&createdAtLt=${oldest}`;
    }
  }

  /** Succeeds if it is already deleted. Deleting a call deletes its data, needs a body, and requires that it has ended. */
  async function remove(
    kind: Removable | "session" | "chat" | "structured-output",
    id: string,
  ): Promise<void> {
    const init = { method: "DELETE", ...(kind === "call" ? asJson({}) : {}) };
    await unlessGone(send(`delete ${kind} ${id}`, `/${kind}/${id}`, init));
  }

  /** A session has far fewer answers than a page. */
  async function chatsOf(sessionId: string): Promise<Answer[]> {
    const query = `sessionId=${encodeURIComponent(sessionId)}&limit=${PAGE_SIZE}`;
    const { results } = await sendJson("list answers", "GET", `/chat?${query}`);
    return resourcesIn(results);
  }

  /** The newest first. */
  async function findNamed(kind: "session" | "structured-output", name: string): Promise<Answer[]> {
    const query = `name=${encodeURIComponent(name)}&limit=${PAGE_SIZE}`;
    const { results } = await sendJson(`list ${kind}`, "GET", `/${kind}?${query}`);
    return resourcesIn(results).filter((found) => found.name === name);
  }

  /** With its answers, which the platform stores apart. */
  async function removeSession(id: string): Promise<void> {
    for (const chat of await chatsOf(id)) await remove("chat", idIn(chat));
    await remove("session", id);
  }

  return {
    /** A secret that the platform stores and sends in this header. */
    async createCredential({ headerName, token }: { headerName: string; token: string }) {
      const plan = { type: "bearer", token, headerName, bearerPrefixEnabled: false };
      const credential = { provider: "webhook", name: "Hark", authenticationPlan: plan };
      return idIn(await sendJson("create a credential", "POST", "/credential", credential));
    },

    /** With our id, the assistant can be found if the response is lost. */
    async createAssistant(assistant: object, ourId: string): Promise<string> {
      const body = { ...assistant, metadata: { [ID_KEY]: ourId } };
      return idIn(await sendJson("create an assistant", "POST", "/assistant", body));
    },

    async findAssistant(ourId: string, sinceMs: number): Promise<string | null> {
      return idOf(await findNewest("/assistant", sinceMs, (one) => hasOurId(one, ourId)));
    },

    /** Null if the platform has no such assistant. */
    async findAssistantById(id: string): Promise<Answer | null> {
      return await unlessGone(sendJson("find an assistant", "GET", `/assistant/${id}`));
    },

    /** False if the platform no longer has this assistant. */
    async updateAssistant(id: string, assistant: object): Promise<boolean> {
      const update = sendJson("update an assistant", "PATCH", `/assistant/${id}`, assistant);
      return (await unlessGone(update)) !== null;
    },

    async uploadFile(file: Blob, name: string, ourId: string): Promise<string> {
      const form = new FormData();
      // A long name is shortened at its beginning, to keep the extension.
      form.append("file", file, wellFormed(name.slice(-MAX_FILE_NAME_LENGTH)));
      form.append("purpose", FILE_PURPOSE);
      form.append("metadata", JSON.stringify({ [ID_KEY]: ourId }));
      const stored = await send("store a file", "/file", { method: "POST", body: form });
      return idIn(await jsonIn("store a file", stored));
    },

    /** Waits until the platform has read a new file, or for as long as that usually takes. Null if it is still reading. */
    async findFileStatus(id: string): Promise<"done" | "failed" | null> {
      for (const end = Date.now() + READING_MS; ;) {
        const { status } = await sendJson("find a file", "GET", `/file/${id}`);
        if (status === "done" || status === "failed") return status;
        if (Date.now() > end) return null;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },

    /** The list of files is not paged, and can be filtered by their purpose. */
    async findFile(ourId: string): Promise<string | null> {
      const path = `/file?purpose=${FILE_PURPOSE}`;
      const files = await sendJson("list files", "GET", path);
      return idOf(resourcesIn(files).find((file) => hasOurId(file, ourId)));
    },

    /** A tool with which an assistant searches files. */
    async createKnowledgeTool(bases: KnowledgeBase[]): Promise<KnowledgeTool> {
      const tool = { type: "query", knowledgeBases: bases.map(fromGoogle) };
      return toolIn(await sendJson("create a knowledge tool", "POST", "/tool", tool));
    },

    /** Null if the platform no longer has this tool. */
    async updateKnowledgeTool(id: string, bases: KnowledgeBase[]): Promise<KnowledgeTool | null> {
      // The platform chooses the format of a change by its type.
      const change = { type: "query", knowledgeBases: bases.map(fromGoogle) };
      const changed = sendJson("change a knowledge tool", "PATCH", `/tool/${id}`, change);
      const tool = await unlessGone(changed);
      return tool === null ? null : toolIn(tool);
    },

    /** Tools have no metadata, so this one is found by the names of its knowledge bases, which end with our id. */
    async findKnowledgeTool(ourId: string, sinceMs: number): Promise<KnowledgeTool | null> {
      const found = await findNewest("/tool", sinceMs, ({ knowledgeBases }) =>
        resourcesIn(knowledgeBases).some(
          ({ name }) => typeof name === "string" && name.endsWith(`-${ourId}`),
        ),
      );
      return found === undefined ? null : toolIn(found);
    },

    remove,

    ...simulations(sendJson),

    findCall,

    /** Ends a call that is live or can still be joined. */
    async endCall(id: string): Promise<void> {
      const call = await findCall(id);
      const { controlUrl } = (call?.monitor ?? {}) as { controlUrl?: unknown };
      if (call === null || call.status === "ended" || typeof controlUrl !== "string") return;
      try {
        const { headers, body } = asJson({ type: "end-call" });
        // The private key is sent only to the API.
        const sent = new Headers(headers);
        if (publicKey !== null) sent.set("Authorization", `Bearer ${publicKey}`);
        const init = { method: "POST", headers: sent, body };
        await ask(`end call ${id}`, controlUrl, init, JSON_BOUNDS);
      } catch (error) {
        // The call has ended in the meantime, or cannot be controlled because nobody has joined.
        const isOver = error instanceof VoicePlatformError && error.isRefusal && !error.isKeyError;
        if (!isOver) throw error;
      }
    },

    async startWebCall(call: NewWebCall): Promise<WebCall> {
      const { assistantId, ...overrides } = call;
      const exposure = callExposure({ hasPublicKey: publicKey !== null });
      const body = { assistantId, assistantOverrides: { ...overrides, ...exposure } };
      return await toStartedCall(sendJson("start a call", "POST", "/call/web", body));
    },

    /** A call that was requested at that time with this metadata. */
    async findStartedCall(metadata: Metadata, atMs: number): Promise<string | null> {
      const matches = ({ assistantOverrides }: Answer) => {
        const sent = isObject(assistantOverrides) ? assistantOverrides.metadata : null;
        return (
          isObject(sent) && Object.entries(metadata).every(([key, value]) => sent[key] === value)
        );
      };
      const bounds = { size: CALL_PAGE_SIZE, withinMs: CLOCK_DIFFERENCE_MS };
      return idOf(await findNewest("/call", atMs, matches, bounds));
    },

    /** A typed conversation. The name leads back to it if the response is lost. */
    async createSession(session: NewSession, ourId: string): Promise<string> {
      const name = ourId.slice(0, MAX_NAME_LENGTH);
      return idIn(await sendJson("start a session", "POST", "/session", { ...session, name }));
    },

    /** Null if the platform has no such session. */
    async findSession(id: string): Promise<Answer | null> {
      return await unlessGone(sendJson("find a session", "GET", `/session/${id}`));
    },

    /** Null if the platform has no session of this name. */
    async findSessionByName(name: string): Promise<Answer | null> {
      return (await findNamed("session", name))[0] ?? null;
    },

    /** What the platform should find out about a session. Returns its id. */
    async createOutput(output: object): Promise<string> {
      return idIn(await sendJson("create an output", "POST", "/structured-output", output));
    },

    /** Deletes the sessions and the outputs of this name, also those whose response was lost. */
    async removeNamed(name: string): Promise<void> {
      for (const session of await findNamed("session", name)) await removeSession(idIn(session));
      for (const output of await findNamed("structured-output", name)) {
        await remove("structured-output", idIn(output));
      }
    },

    /** Ends a session, so that the platform evaluates it. Null if the platform has no such session. */
    async completeSession(id: string): Promise<Answer | null> {
      const body = { status: "completed" };
      return await unlessGone(sendJson("complete a session", "PATCH", `/session/${id}`, body));
    },

    /** What the answers of a session cost, in dollars. The session itself has no costs. */
    async costOfSession(id: string): Promise<number> {
      const chats = await chatsOf(id);
      return chats.reduce((sum, { cost }) => sum + (typeof cost === "number" ? cost : 0), 0);
    },

    removeSession,

    /** The answer to a message, piece by piece. */
    answer(sessionId: string, input: string): AsyncGenerator<string, void, undefined> {
      const { headers, body } = asJson({ sessionId, input, stream: true });
      const sent = new Headers(headers);
      sent.set("Authorization", `Bearer ${privateKey}`);
      return streamedAnswer(`${apiUrl}/chat`, { method: "POST", headers: sent, body });
    },

    async fetchRecording(callId: string): Promise<Blob> {
      const path = `/call/${callId}/mono-recording`;
      return (await send("fetch a recording", path, {}, RECORDING_BOUNDS)).body;
    },
  };
}

function idOf(resource: Answer | undefined): string | null {
  return resource === undefined ? null : idIn(resource);
}

function fromGoogle(base: KnowledgeBase) {
  return { provider: "google", ...base };
}

function toolIn(tool: Answer): KnowledgeTool {
  const { name } = isObject(tool.function) ? tool.function : {};
  return { id: idIn(tool), name: typeof name === "string" ? name : null };
}

function hasOurId({ metadata }: Answer, ourId: string): boolean {
  return isObject(metadata) && metadata[ID_KEY] === ourId;
}

function resourcesIn(list: unknown): Answer[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null;
}
