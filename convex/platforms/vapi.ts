/** The voice platform's HTTP API: the only code that talks to it. */
export type VoicePlatform = ReturnType<typeof voicePlatform>;

export type WebCall = {
  id: string;
  webCallUrl: string;
  voiceProvider: string | null;
  callToken: string | null;
};

export type NewWebCall = {
  assistantId: string;
  maxDurationSeconds: number;
  metadata: Record<string, string>;
};

type Answer = Record<string, unknown>;

/** An answer that is not what was asked for; `status` is null when there was none. */
export class VoicePlatformError extends Error {
  readonly status: number | null;

  constructor(what: string, status: number | null, detail: string) {
    super(`The voice platform failed to ${what} (${status ?? "no answer"}): ${detail}`);
    this.status = status;
  }
}

const TIMEOUT_MS = 20_000;
/** Files may have names of 40 characters there. */
const LONGEST_FILE_NAME = 40;

export function voicePlatform({ apiUrl, privateKey }: { apiUrl: string; privateKey: string }) {
  async function send(what: string, path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${privateKey}`);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let response: Response;
    try {
      response = await fetch(`${apiUrl}${path}`, { ...init, headers, signal });
    } catch (error) {
      throw new VoicePlatformError(what, null, String(error));
    }
    if (response.ok) return response;
    throw new VoicePlatformError(what, response.status, await response.text());
  }

  async function sendJson(what: string, method: string, path: string, body?: object) {
    const init: RequestInit =
      body === undefined
        ? { method }
        : {
            method,
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          };
    return (await (await send(what, path, init)).json()) as Answer;
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
      const response = await send("store a file", "/file", { method: "POST", body: form });
      return idIn((await response.json()) as Answer);
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

    /** What is gone already is as good as deleted; a call that goes on ends. */
    async remove(kind: "assistant" | "tool" | "file" | "call", id: string): Promise<void> {
      await unlessGone(send(`delete ${kind} ${id}`, `/${kind}/${id}`, { method: "DELETE" }));
    },

    async startWebCall(call: NewWebCall): Promise<WebCall> {
      const { assistantId, ...assistantOverrides } = call;
      const body = { assistantId, assistantOverrides };
      const answer: WebCallAnswer = await sendJson("start a call", "POST", "/call/web", body);
      if (typeof answer.webCallUrl !== "string") {
        throw new VoicePlatformError("start a call", 201, "there is no webCallUrl");
      }
      return {
        id: idIn(answer),
        webCallUrl: answer.webCallUrl,
        voiceProvider: answer.assistant?.voice?.provider ?? null,
        callToken: answer.transport?.callToken ?? null,
      };
    },

    /** Null when the platform knows no such call. */
    findCall: (id: string) => unlessGone(sendJson("find a call", "GET", `/call/${id}`)),

    async fetchRecording(callId: string): Promise<Blob> {
      return await (await send("fetch a recording", `/call/${callId}/mono-recording`, {})).blob();
    },
  };
}

type WebCallAnswer = Answer & {
  transport?: { callToken?: string };
  assistant?: { voice?: { provider?: string } };
};

async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof VoicePlatformError && error.status === 404) return null;
    throw error;
  }
}

function idIn({ id }: Answer): string {
  if (typeof id === "string" && id !== "") return id;
  throw new VoicePlatformError("answer", 200, "there is no id");
}
