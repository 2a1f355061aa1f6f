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

/** By its name at the platform: published bodies have none, but some answers do. */
export type KnowledgeTool = { id: string; name: string | null };

type Answer = Record<string, unknown>;

/** An answer that is not what was asked for; `status` is null when there was none. */
export class VoicePlatformError extends Error {
  readonly status: number | null;

  constructor(what: string, status: number | null, detail: string) {
    super(`The voice platform failed to ${what} (${status ?? "no answer"}): ${detail}`);
    this.status = status;
  }

  /** The platform said no, so nothing was made; of another failure one cannot know. */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500;
  }
}

const TIMEOUT_MS = 20_000;
/** Files may have names of 40 characters there. */
const LONGEST_FILE_NAME = 40;
/** The most that one list shows. */
const PAGE = 1000;
const CLOCKS_DIFFER_BY_MS = 10 * 60_000;
const FILE_PURPOSE = "assistant";
/** The key in the metadata of what we make. */
const MARK = "harkId";

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

  /**
   * The newest that fits, of those made since. The lists cannot be asked for anything but times:
   * https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
   */
  async function findNewest(
    path: string,
    sinceMs: number,
    fits: (resource: Answer) => boolean,
  ): Promise<Answer | undefined> {
    const since = new Date(sinceMs - CLOCKS_DIFFER_BY_MS).toISOString();
    let query = `limit=${PAGE}&createdAtGe=${since}`;
    for (;;) {
      const page = resourcesIn(await sendJson(`list ${path}`, "GET", `${path}?${query}`));
      const found = page.find(fits);
      const oldest = page.at(-1)?.createdAt;
      if (found !== undefined || page.length < PAGE || typeof oldest !== "string") return found;
      query = `limit=${PAGE}&createdAtGe=${since}&createdAtLt=${oldest}`;
    }
  }

  return {
    /** By its mark it is found again when this was never answered. */
    async createAssistant(assistant: object, mark: string): Promise<string> {
      const marked = { ...assistant, metadata: { [MARK]: mark } };
      return idIn(await sendJson("create an assistant", "POST", "/assistant", marked));
    },

    async findAssistant(mark: string, sinceMs: number): Promise<string | null> {
      return idOf(await findNewest("/assistant", sinceMs, (made) => isMarked(made, mark)));
    },

    /** False when the platform has no such assistant any more. */
    async updateAssistant(id: string, assistant: object): Promise<boolean> {
      const update = sendJson("update an assistant", "PATCH", `/assistant/${id}`, assistant);
      return (await unlessGone(update)) !== null;
    },

    async uploadFile(file: Blob, name: string, mark: string): Promise<string> {
      const form = new FormData();
      // The end of a long name, since the extension is there.
      form.append("file", file, name.slice(-LONGEST_FILE_NAME));
      form.append("purpose", FILE_PURPOSE);
      form.append("metadata", JSON.stringify({ [MARK]: mark }));
      const response = await send("store a file", "/file", { method: "POST", body: form });
      return idIn((await response.json()) as Answer);
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

    /** What is gone already is as good as deleted; a call that goes on ends. */
    async remove(kind: "assistant" | "tool" | "file" | "call", id: string): Promise<void> {
      // Of these four, a call is deleted with a body, in which other calls could be named.
      const body = kind === "call" ? {} : undefined;
      await unlessGone(sendJson(`delete ${kind} ${id}`, "DELETE", `/${kind}/${id}`, body));
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
