import { ask, asJson, idIn, jsonIn, unlessGone, VoicePlatformError } from "./vapiAnswers";
import { startedCall, type NewWebCall, type WebCall } from "./vapiCall";

/** The voice platform's HTTP API: the only code that talks to it. */
export type VoicePlatform = ReturnType<typeof voicePlatform>;

/** A call as the platform tells of it. */
export type FoundCall = Record<string, unknown>;

/** Half an hour of talk is some hundred thousand characters, told in several forms. */
const JSON_BOUNDS = { timeoutMs: 20_000, maxBytes: 5_000_000 };
/** An action has 64 MB, and a recording is there twice: as it comes, and as it is stored. */
const RECORDING_BOUNDS = { timeoutMs: 120_000, maxBytes: 25_000_000 };
/** Files may have names of 40 characters there. */
const LONGEST_FILE_NAME = 40;

export function voicePlatform({ apiUrl, privateKey }: { apiUrl: string; privateKey: string }) {
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

  return {
    async createAssistant(assistant: object): Promise<string> {
      return idIn(await sendJson("create an assistant", "POST", "/assistant", assistant));
    },

    /** False when the platform has no such assistant any more. */
    async updateAssistant(id: string, assistant: object): Promise<boolean> {
      const update = sendJson("update an assistant", "PATCH", `/assistant/${id}`, assistant);
      return (await unlessGone(update)) !== null;
    },

    async uploadFile(file: Blob, name: string): Promise<string> {
      const form = new FormData();
      // The end of a long name, since the extension is there.
      form.append("file", file, name.slice(-LONGEST_FILE_NAME));
      const stored = await send("store a file", "/file", { method: "POST", body: form });
      return idIn(await jsonIn("store a file", stored));
    },

    /** A tool with which an assistant looks things up in one file. */
    async createKnowledgeTool(name: string, fileId: string): Promise<string> {
      const knowledgeBase = {
        provider: "google",
        name: "knowledge",
        description: "What the owner of the website wants callers to know.",
        fileIds: [fileId],
      };
      const tool = { type: "query", function: { name }, knowledgeBases: [knowledgeBase] };
      return idIn(await sendJson("create a knowledge tool", "POST", "/tool", tool));
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
        const init = { method: "POST", ...asJson({ type: "end-call" }) };
        // That address is the key: the platform's own goes to its API alone.
        await ask(`end call ${id}`, controlUrl, init, JSON_BOUNDS);
      } catch (error) {
        // It has ended meanwhile, or nobody listens there since nobody has joined.
        const isRefused = error instanceof VoicePlatformError && (error.status ?? 500) < 500;
        if (!isRefused) throw error;
      }
    },

    async startWebCall(call: NewWebCall): Promise<WebCall> {
      const { assistantId, ...assistantOverrides } = call;
      const body = { assistantId, assistantOverrides };
      return await startedCall(sendJson("start a call", "POST", "/call/web", body));
    },

    async fetchRecording(callId: string): Promise<Blob> {
      const path = `/call/${callId}/mono-recording`;
      return (await send("fetch a recording", path, {}, RECORDING_BOUNDS)).body;
    },
  };
}
