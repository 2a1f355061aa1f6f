/** Requests to Vapi that record what they create, also for a later process. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../contract/voice/platform.ts";
import type { RemoteVapi } from "./remote.ts";
import { RUN_PREFIX } from "./run-id.ts";

export const VAPI_ORIGIN = "https://api.vapi.ai";
const JOURNALS = path.join(import.meta.dirname, "../../node_modules/.cache/hark-verify");
/** In the metadata of assistants and files. */
const MARK = "harkVerify";
/** Vapi does not publish its rate limits; this pause is long enough for a personal account. */
const PACE_MS = 250;
const KINDS = [
  "/call",
  "/chat",
  "/session",
  "/assistant",
  "/structured-output",
  "/tool",
  "/file",
  "/credential",
] as const;

interface Made {
  url: string;
  /** As "/tool/…". */
  one: string;
}

export class VapiAccount {
  private readonly made: string[] = [];
  private readonly remote: RemoteVapi;
  private readonly run: string;

  constructor(remote: RemoteVapi, run: string) {
    this.remote = remote;
    this.run = run;
  }

  async request(method: string, route: string, body?: unknown, key?: string): Promise<Answer> {
    const isMaking = method === "POST";
    const answer = await send(this.remote, {
      method,
      route,
      body: isMaking ? marked(route, body, this.run) : body,
      ...(key === undefined ? {} : { key }),
    });
    const id = answer.status < 300 && isMaking ? idIn(answer.body) : null;
    if (id !== null) this.note(route, id);
    const isList = method === "GET" && Array.isArray(answer.body);
    return isList ? { ...answer, body: this.ownOf(answer.body as { id: string }[]) } : answer;
  }

  /** Removes what references others first. */
  async removeMade(): Promise<void> {
    const all = this.made.splice(0);
    for (const one of inOrder(all)) await remove(this.remote, one);
  }

  private note(route: string, id: string): void {
    const one = `${route === "/call/web" ? "/call" : route}/${id}`;
    this.made.push(one);
    mkdirSync(JOURNALS, { recursive: true });
    const line: Made = { url: this.remote.url, one };
    appendFileSync(path.join(JOURNALS, this.run), `${JSON.stringify(line)}\n`);
  }

  /** Removes from a list what the case did not create. */
  private ownOf(list: { id: string }[]): { id: string }[] {
    return list.filter(({ id }) => this.made.some((one) => one.endsWith(`/${id}`)));
  }
}

/** Of what was created. A chat that is streamed tells its id in each of its events. */
function idIn(body: unknown): string | null {
  if (typeof body === "string") return /"id":"([^"]+)"/.exec(body)?.[1] ?? null;
  return (body as { id?: string } | null)?.id ?? null;
}

/** Removes what these runs have left: what they recorded, and what has their mark. */
export async function removeLeft(remote: RemoteVapi, isMarked: (run: string) => boolean) {
  const runs = existsSync(JOURNALS) ? readdirSync(JOURNALS).filter(isMarked) : [];
  const noted = runs
    .flatMap((run) => readFileSync(path.join(JOURNALS, run), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Made)
    .filter(({ url }) => url === remote.url)
    .map(({ one }) => one);
  const found = [
    ...(await markedIn(remote, "/assistant", isMarked)),
    ...(await markedIn(remote, "/file", isMarked)),
  ];
  const count = await removeAll(remote, [...new Set([...noted, ...found])]);
  for (const run of runs) rmSync(path.join(JOURNALS, run));
  return count;
}

/** Returns how many still existed. */
export async function removeAll(remote: RemoteVapi, all: string[]): Promise<number> {
  let count = 0;
  for (const one of inOrder(all)) if (await remove(remote, one)) count += 1;
  return count;
}

/** Assistants and files of this name, with their tools and calls. Hark sets names but no mark. */
export async function namedAt(remote: RemoteVapi, name: string): Promise<string[]> {
  const isNamed = (one: Resource) => one.name?.startsWith(name) === true;
  const assistants = (await list(remote, "/assistant?limit=1000")).filter(isNamed);
  const files = (await list(remote, FILES)).filter(isNamed);
  const toolIds = new Set(assistants.flatMap(({ model }) => model?.toolIds ?? []));
  const fileIds = new Set(files.map(({ id }) => id));
  const tools = (await list(remote, "/tool?limit=1000")).filter(
    ({ id, knowledgeBases = [] }) =>
      toolIds.has(id) ||
      knowledgeBases.some((base) => base.fileIds?.some((file) => fileIds.has(file))),
  );
  const calls: Resource[] = [];
  for (const { id } of assistants) {
    calls.push(...(await list(remote, `/call?limit=100&assistantId=${id}`)));
  }
  const routesOf = (kind: string, all: Resource[]) => all.map(({ id }) => `${kind}/${id}`);
  return [
    ...routesOf("/assistant", assistants),
    ...routesOf("/file", files),
    ...routesOf("/tool", tools),
    ...routesOf("/call", calls),
  ];
}

interface Resource {
  id: string;
  name?: string;
  metadata?: { [MARK]?: string };
  /** Only in assistants. */
  model?: { toolIds?: string[] };
  /** Only in tools. */
  knowledgeBases?: { fileIds?: string[] }[];
}

/** Vapi lists files by purpose. */
const FILES = "/file?purpose=assistant";

async function list(remote: RemoteVapi, route: string): Promise<Resource[]> {
  const { status, body } = await send(remote, { method: "GET", route });
  if (status !== 200) throw new Error(`GET ${route} answered ${status}: ${JSON.stringify(body)}`);
  return body as Resource[];
}

/** A list has at most 1,000 entries, newest first; a run creates far fewer. */
async function markedIn(
  remote: RemoteVapi,
  kind: "/assistant" | "/file",
  isMarked: (run: string) => boolean,
): Promise<string[]> {
  // Files without a purpose are in the record.
  const found = await list(remote, kind === "/file" ? FILES : `${kind}?limit=1000`);
  return found
    .filter(({ metadata }) => isMarked(metadata?.[MARK] ?? ""))
    .map(({ id }) => `${kind}/${id}`);
}

function inOrder(all: string[]): string[] {
  return KINDS.flatMap((kind) => all.filter((one) => one.startsWith(`${kind}/`)));
}

/** False if it no longer exists. */
async function remove(remote: RemoteVapi, one: string): Promise<boolean> {
  const body = one.startsWith("/call/") ? {} : undefined;
  const { status, body: answer } = await send(remote, { method: "DELETE", route: one, body });
  if (status < 300) return true;
  if (status === 404) return false;
  throw new Error(`DELETE ${one} answered ${status}: ${JSON.stringify(answer)}`);
}

function marked(route: string, body: unknown, run: string): unknown {
  if (body instanceof FormData) {
    if (!body.has("metadata")) body.set("metadata", JSON.stringify({ [MARK]: run }));
    return body;
  }
  if (route !== "/assistant" || typeof body !== "object" || body === null || Array.isArray(body)) {
    return body;
  }
  const { metadata } = body as { metadata?: unknown };
  if (metadata !== undefined && (typeof metadata !== "object" || metadata === null)) return body;
  return { ...body, metadata: { ...metadata, [MARK]: run } };
}

interface Request {
  method: string;
  route: string;
  body?: unknown;
  key?: string;
}

async function send(
  remote: RemoteVapi,
  { method, route, body, key = remote.key }: Request,
): Promise<Answer> {
  if (remote.url === VAPI_ORIGIN) await wait(PACE_MS);
  const isForm = body instanceof FormData;
  const response = await fetch(remote.url + route, {
    method,
    redirect: "manual",
    headers: {
      ...(key === "" ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const isOfAnyRun = (run: string): boolean => run.startsWith(RUN_PREFIX);
