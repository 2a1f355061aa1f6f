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
import { type Metadata, type NewWebCall, startedCall, type WebCall } from "./vapiCall";
import { callExposure } from "./vapiExposure";

/** The voice platform's HTTP API: the only code that talks to it. */
export type VoicePlatform = ReturnType<typeof voicePlatform>;

/** A call as the platform tells of it. */
export type FoundCall = Record<string, unknown>;

/** By its name at the platform: published bodies have none, but some answers do. */
export type KnowledgeTool = { id: string; name: string | null };

/** Half an hour of talk is some hundred thousand characters, told in several forms. */
const JSON_BOUNDS = { timeoutMs: 20_000, maxBytes: 5_000_000 };
/** An action has 64 MB, and a recording is there twice: as it comes, and as it is stored. */
const RECORDING_BOUNDS = { timeoutMs: 120_000, maxBytes: 25_000_000 };
/** Files may have names of 40 characters there. */
const LONGEST_FILE_NAME = 40;
/** Fewer than one list may show: with prompts of some thousand characters, the answer stays within its bounds. */
const PAGE = 200;
/** Calls come with all that was said. */
const CALLS_PAGE = 20;
const CLOCKS_DIFFER_BY_MS = 10 * MINUTE_MS;
const FILE_PURPOSE = "assistant";
/** The key in the metadata of what we make. */
const MARK = "harkId";

export type VoiceAccount = {
  apiUrl: string;
  privateKey: string;
  /** With it calls are controlled; null where the operator has not given it. */
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

  /** Null when the platform knows no such call. */
  async function findCall(id: string): Promise<FoundCall | null> {
    return await unlessGone(sendJson("find a call", "GET", `/call/${id}`));
  }

  /**
   * The newest that fits, of those made since. The lists cannot be asked for anything but times:
   * https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
   */
  async function findNewest(
    path: string,
    sinceMs: number,
    fits: (resource: Answer) => boolean,
    { size, withinMs }: { size: number; withinMs?: number } = { size: PAGE },
  ): Promise<Answer | undefined> {
    const at = (ms: number) => new Date(ms).toISOString();
    const all = `limit=${size}&createdAtGe=${at(sinceMs - CLOCKS_DIFFER_BY_MS)}`;
    let query = withinMs === undefined ? all : `${all}&createdAtLt=${at(sinceMs + withinMs)}`;
    for (;;) {
      const page = resourcesIn(await sendJson(`list ${path}`, "GET", `${path}?${query}`));
      const found = page.find(fits);
      const oldest = page.at(-1)?.createdAt;
      if (found !== undefined || page.length < size || typeof oldest !== "string") return found;
      query = `${all}&createdAtLt=${oldest}`;
    }
  }

  return {
    /** A secret that the platform keeps, and sends along in this header. */
    async createCredential({ headerName, token }: { headerName: string; token: string }) {
      const plan = { type: "bearer", token, headerName, bearerPrefixEnabled: false };
      const credential = { provider: "webhook", name: "Hark", authenticationPlan: plan };
      return idIn(await sendJson("create a credential", "POST", "/credential", credential));
    },

    /** By its mark it is found again when this was never answered. */
    async createAssistant(assistant: object, mark: string): Promise<string> {
      const marked = { ...assistant, metadata: { [MARK]: mark } };
      return idIn(await sendJson("create an assistant", "POST", "/assistant", marked));
    },

    async findAssistant(mark: string, sinceMs: number): Promise<string | null> {
      return idOf(await findNewest("/assistant", sinceMs, (made) => isMarked(made, mark)));
    },

    /** Null when the platform has no such assistant. */
    async findAssistantById(id: string): Promise<Answer | null> {
      return await unlessGone(sendJson("find an assistant", "GET", `/assistant/${id}`));
    },

    /** False when the platform has no such assistant any more. */
    async updateAssistant(id: string, assistant: object): Promise<boolean> {
      const update = sendJson("update an assistant", "PATCH", `/assistant/${id}`, assistant);
      return (await unlessGone(update)) !== null;
    },

    async uploadFile(file: Blob, name: string, mark: string): Promise<string> {
      const form = new FormData();
      // The end of a long name, since the extension is there.
      form.append("file", file, wellFormed(name.slice(-LONGEST_FILE_NAME)));
      form.append("purpose", FILE_PURPOSE);
      form.append("metadata", JSON.stringify({ [MARK]: mark }));
      const stored = await send("store a file", "/file", { method: "POST", body: form });
      return idIn(await jsonIn("store a file", stored));
    },

    /** Files come in one list, whole, by their purpose. */
    async findFile(mark: string): Promise<string | null> {
      const path = `/file?purpose=${FILE_PURPOSE}`;
      const files = await sendJson("list files", "GET", path);
      return idOf(resourcesIn(files).find((file) => isMarked(file, mark)));
    },

    /** A tool with which an assistant looks things up in one file. */
    async createKnowledgeTool(fileId: string): Promise<KnowledgeTool> {
      const knowledgeBase = {
        provider: "google",
        name: "knowledge",
        description: "What the owner of the website wants callers to know.",
        fileIds: [fileId],
      };
      const tool = { type: "query", knowledgeBases: [knowledgeBase] };
      return toolIn(await sendJson("create a knowledge tool", "POST", "/tool", tool));
    },

    /** Tools have no metadata: this one is known by its file. */
    async findKnowledgeTool(fileId: string, sinceMs: number): Promise<KnowledgeTool | null> {
      const found = await findNewest("/tool", sinceMs, ({ knowledgeBases }) =>
        resourcesIn(knowledgeBases).some(
          ({ fileIds }) => Array.isArray(fileIds) && fileIds.includes(fileId),
        ),
      );
      return found === undefined ? null : toolIn(found);
    },

    /**
     * What is gone already is as good as deleted. A call's deletion is of its data, and takes a body;
     * one that goes on has to be ended first.
     */
    async remove(kind: "assistant" | "tool" | "file" | "call", id: string): Promise<void> {
      const init = { method: "DELETE", ...(kind === "call" ? asJson({}) : {}) };
      await unlessGone(send(`delete ${kind} ${id}`, `/${kind}/${id}`, init));
    },

    findCall,

    /** Ends a call that goes on, or that somebody could still join. */
    async endCall(id: string): Promise<void> {
      const call = await findCall(id);
      const { controlUrl } = (call?.monitor ?? {}) as { controlUrl?: unknown };
      if (call === null || call.status === "ended" || typeof controlUrl !== "string") return;
      try {
        const { headers, body } = asJson({ type: "end-call" });
        // The private key goes to the API alone.
        const sent = new Headers(headers);
        if (publicKey !== null) sent.set("Authorization", `Bearer ${publicKey}`);
        const init = { method: "POST", headers: sent, body };
        await ask(`end call ${id}`, controlUrl, init, JSON_BOUNDS);
      } catch (error) {
        // It has ended meanwhile, or nobody listens there since nobody has joined.
        const isOver = error instanceof VoicePlatformError && error.isRefusal && !error.isOfKey;
        if (!isOver) throw error;
      }
    },

    async startWebCall(call: NewWebCall): Promise<WebCall> {
      const { assistantId, ...overrides } = call;
      const exposure = callExposure({ hasPublicKey: publicKey !== null });
      const body = { assistantId, assistantOverrides: { ...overrides, ...exposure } };
      return await startedCall(sendJson("start a call", "POST", "/call/web", body));
    },

    /** A call that was asked for at that time with this metadata. */
    async findStartedCall(metadata: Metadata, atMs: number): Promise<string | null> {
      const isIt = ({ assistantOverrides }: Answer) => {
        const sent = isObject(assistantOverrides) ? assistantOverrides.metadata : null;
        return (
          isObject(sent) && Object.entries(metadata).every(([key, value]) => sent[key] === value)
        );
      };
      const bounds = { size: CALLS_PAGE, withinMs: CLOCKS_DIFFER_BY_MS };
      return idOf(await findNewest("/call", atMs, isIt, bounds));
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

function toolIn(tool: Answer): KnowledgeTool {
  const { name } = isObject(tool.function) ? tool.function : {};
  return { id: idIn(tool), name: typeof name === "string" ? name : null };
}

function isMarked({ metadata }: Answer, mark: string): boolean {
  return isObject(metadata) && metadata[MARK] === mark;
}

function resourcesIn(list: unknown): Answer[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null;
}
