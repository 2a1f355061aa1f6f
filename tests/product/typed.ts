/** Types messages as the talk button's panel does. */
import { sentEvents } from "../../convex/shared/sentEvents";
import type { TypedEvent } from "../../convex/shared/typedEvents";
import type { World } from "./world.ts";

export interface Answered {
  status: number;
  /** Of a refusal. */
  code: string | null;
  text: string;
  thread: string | null;
  left: number | null;
  events: TypedEvent[];
}

export interface Typed {
  text: unknown;
  again?: boolean;
  thread?: string | null;
  pageToken?: string | null;
  page?: { title: string; url: string };
  facts?: object;
  actions?: object[];
  place?: string;
  sites?: string[];
  agreed?: object;
  unsaved?: object;
}

export async function type(
  world: World,
  { bearer, embedId }: { bearer: string; embedId: string },
  { thread = null, pageToken = null, ...typed }: Typed,
  signal?: AbortSignal,
): Promise<Response> {
  const isVisitor = bearer === embedId;
  return await fetch(`${world.siteUrl}/chat`, {
    method: "POST",
    ...(isVisitor ? {} : { headers: { Authorization: `Bearer ${bearer}` } }),
    body: JSON.stringify({
      ...{ assistantId: embedId, ...(isVisitor ? { bearer } : {}), ...typed },
      ...(thread === null ? {} : { thread }),
      ...(pageToken === null ? {} : { pageToken }),
    }),
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function readAnswer(response: Response): Promise<Answered> {
  const { status, body } = response;
  const none = { status, text: "", thread: null, left: null, events: [] };
  if (!response.ok || body === null) {
    const { code = null } = (await response.json()) as { code?: string };
    return { ...none, code };
  }
  const events: TypedEvent[] = [];
  for await (const data of sentEvents(body)) events.push(JSON.parse(data) as TypedEvent);
  const pieces = events.flatMap((event) => ("delta" in event ? [event.delta] : []));
  const threads = events.flatMap((event) => ("thread" in event ? [event.thread] : []));
  const lefts = events.flatMap((event) => ("left" in event ? [event.left] : []));
  return {
    ...{ status, code: null, events, text: pieces.join("") },
    thread: threads[0] ?? null,
    left: lefts[0] ?? null,
  };
}
