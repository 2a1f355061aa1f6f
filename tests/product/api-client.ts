/** Uses the public API as an owner's program does. */
import { api } from "../../convex/_generated/api";
import { API_SCOPES, type ApiScope } from "../../convex/shared/apiKeys";
import type { Owner, World } from "./world.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON. */
  body: unknown;
}

export async function newKey(
  owner: Owner,
  scopes: readonly ApiScope[] = API_SCOPES,
  name = "Test",
): Promise<string> {
  return await owner.action(api.apiKeys.createKey, { name, scopes: [...scopes] });
}

export async function callApi(
  world: World,
  path: string,
  key: string | null,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = new Headers(headers);
  if (key !== null) sent.set("Authorization", `Bearer ${key}`);
  const response = await fetch(`${world.siteUrl}/v1${path}`, { method, headers: sent });
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** Reads all pages of a list. */
export async function readAll(
  world: World,
  path: string,
  key: string,
): Promise<{ id: string; createdAt: string }[]> {
  const all: { id: string; createdAt: string }[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await callApi(world, path + more, key);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    const page = body as { data: typeof all; nextCursor: string | null };
    all.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
