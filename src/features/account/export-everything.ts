import { downloadZip } from "client-zip";
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { callsCsv } from "../../lib/calls-csv";
import type { CallDetails, ShownCall } from "../../lib/shown-calls";

type Client = Pick<ConvexReactClient, "query">;
type Page = FunctionReturnType<typeof api.account.exportCalls>;
type AnswerPage = FunctionReturnType<typeof api.account.exportAnswers>;
type RunPage = FunctionReturnType<typeof api.account.exportActionRuns>;
type WebsitePages = FunctionReturnType<typeof api.account.exportPages>;
type VersionPage = FunctionReturnType<typeof api.account.exportVersions>;

interface Entry {
  name: string;
  input: string | Blob;
}

/** Builds the zip in the browser, one call at a time, so that its size does not depend on the backend. */
export async function exportEverything(
  client: Client,
  onProgress: (calls: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  return await downloadZip(everything(client, onProgress, signal)).blob();
}

async function* everything(
  client: Client,
  onProgress: (calls: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  const missing: string[] = [];
  const { text, files } = await client.query(api.account.exportAccount, {});
  yield { name: "account.json", input: text };
  for (const { name, url } of files) {
    yield* fetched(`files/${safeName(name)}`, url, signal, missing);
  }
  yield* versionsOf(client, signal);
  yield await answersOf(client, signal);
  yield await actionRunsOf(client, signal);
  yield* websitePagesOf(client, signal);
  const calls: ShownCall[] = [];
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page: Page = await client.query(api.account.exportCalls, { cursor });
    for (const call of page.calls) {
      yield* filesOf(call, signal, missing);
      calls.push(call);
      onProgress(calls.length);
    }
    ({ cursor } = page);
  } while (cursor !== null);
  yield { name: "calls.csv", input: callsCsv(calls) };
  // Listed in the archive itself, because the owner may open it much later.
  if (missing.length > 0) yield { name: "missing.txt", input: `${missing.join("\n")}\n` };
}

/** The saved versions of each assistant: one folder for each assistant, one file for each version. */
async function* versionsOf(client: Client, signal: AbortSignal): AsyncGenerator<Entry> {
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page: VersionPage = await client.query(api.account.exportVersions, { cursor });
    for (const version of page.versions) {
      const name = `versions/${version.assistantId}/${version.number}.json`;
      yield { name, input: JSON.stringify(version, null, 2) };
    }
    ({ cursor } = page);
  } while (cursor !== null);
}

/** The answers of all assistants in one file. */
async function answersOf(client: Client, signal: AbortSignal): Promise<Entry> {
  const answers: AnswerPage["answers"] = [];
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page: AnswerPage = await client.query(api.account.exportAnswers, { cursor });
    answers.push(...page.answers);
    ({ cursor } = page);
  } while (cursor !== null);
  return { name: "answers.json", input: JSON.stringify(answers, null, 2) };
}

/** What the actions of all assistants did, in one file. */
async function actionRunsOf(client: Client, signal: AbortSignal): Promise<Entry> {
  const runs: RunPage["runs"] = [];
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page: RunPage = await client.query(api.account.exportActionRuns, { cursor });
    runs.push(...page.runs);
    ({ cursor } = page);
  } while (cursor !== null);
  return { name: "actions.json", input: JSON.stringify(runs, null, 2) };
}

/** The pages of websites with what was read of them, one file for each. */
async function* websitePagesOf(client: Client, signal: AbortSignal): AsyncGenerator<Entry> {
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const read: WebsitePages = await client.query(api.account.exportPages, { cursor });
    for (const { pdf, ...page } of read.pages) {
      yield { name: `websites/${page._id}.json`, input: JSON.stringify(page, null, 2) };
      if (pdf !== null) yield { name: `websites/${page._id}.pdf`, input: new Blob([pdf]) };
    }
    ({ cursor } = read);
  } while (cursor !== null);
}

async function* filesOf(
  { recordingUrl, ...call }: CallDetails,
  signal: AbortSignal,
  missing: string[],
): AsyncGenerator<Entry> {
  const name = safeName(`${call.createdAt.slice(0, 19)} ${call.id}`);
  yield { name: `calls/${name}.json`, input: JSON.stringify(call, null, 2) };
  if (call.transcript !== null) yield { name: `calls/${name}.txt`, input: call.transcript };
  if (recordingUrl === null) return;
  yield* fetched(`recordings/${name}`, recordingUrl, signal, missing);
}

/** A file that cannot be downloaded is listed in `missing`; the export goes on without it. */
async function* fetched(
  name: string,
  url: string,
  signal: AbortSignal,
  missing: string[],
): AsyncGenerator<Entry> {
  try {
    const { parts, type } = await fetchInParts(url, signal);
    yield { name: name + extensionOf(name, type), input: new Blob(parts) };
  } catch (error) {
    signal.throwIfAborted();
    missing.push(`${name}: ${String(error)}`);
  }
}

/** The backend serves long recordings in ranges. */
async function fetchInParts(
  url: string,
  signal: AbortSignal,
): Promise<{ parts: Blob[]; type: string }> {
  const parts: Blob[] = [];
  let [from, total, type] = [0, Infinity, ""];
  while (from < total) {
    const response = await fetch(url, { signal, headers: { Range: `bytes=${from}-` } });
    if (!response.ok) throw new Error(`The server answered with status ${response.status}`);
    const part = await response.blob();
    parts.push(part);
    from += part.size;
    const size = /\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "")?.[1];
    total = response.status === 206 && size !== undefined ? Number(size) : from;
    type = response.headers.get("Content-Type") ?? "";
  }
  return { parts, type };
}

const EXTENSIONS: Record<string, string> = {
  "audio/mpeg": ".mp3",
  "audio/wav": ".wav",
  "audio/x-wav": ".wav",
  "audio/ogg": ".ogg",
  "audio/webm": ".webm",
};

function extensionOf(name: string, type: string): string {
  if (/\.\w{1,5}$/.test(name)) return "";
  return EXTENSIONS[type.split(";")[0]?.trim() ?? ""] ?? "";
}

/** Keeps only characters that every file system accepts. */
function safeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._ -]+/gu, "-");
}
