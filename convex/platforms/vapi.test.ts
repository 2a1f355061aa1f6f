import { afterEach, expect, test, vi } from "vitest";
import { voicePlatform } from "./vapi";

const platform = voicePlatform({ apiUrl: "https://voice.example", privateKey: "key" });

afterEach(() => void vi.unstubAllGlobals());

interface Sent {
  method: string | undefined;
  path: string;
  body: unknown;
}

/** Answers each request in turn, and tells what was asked. */
function answering(...answers: unknown[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    const path = url.slice("https://voice.example".length);
    sent.push({ method, path, body: typeof body === "string" ? JSON.parse(body) : body });
    return Response.json(answers.shift());
  });
  return sent;
}

// CreateQueryToolDTO has no `function`, and QueryTool none to answer with:
// https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
test("a knowledge tool is asked for as published, and bears a name only if the answer has one", async () => {
  const sent = answering({ id: "a" }, { id: "b", function: { name: "query_tool" } });
  expect(await platform.createKnowledgeTool("file")).toEqual({ id: "a", name: null });
  expect(await platform.createKnowledgeTool("file")).toEqual({ id: "b", name: "query_tool" });
  expect(Object.keys(sent[0]?.body as object)).toEqual(["type", "knowledgeBases"]);
});

test("an assistant is found by its mark, however many were made since", async () => {
  const made = (id: number) => ({
    id: `assistant-${id}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 3000 - id)).toISOString(),
    metadata: { harkId: `mark-${id}` },
  });
  const page = (from: number) => Array.from({ length: 200 }, (_, index) => made(from + index));
  const sent = answering(page(0), page(200), [{ id: "unmarked" }, made(400)]);
  const sinceMs = Date.UTC(2026, 0, 1);
  expect(await platform.findAssistant("mark-400", sinceMs)).toBe("assistant-400");
  const since = "limit=200&createdAtGe=2025-12-31T23:50:00.000Z";
  expect(sent.map(({ path }) => path)).toEqual([
    `/assistant?${since}`,
    `/assistant?${since}&createdAtLt=${made(199).createdAt}`,
    `/assistant?${since}&createdAtLt=${made(399).createdAt}`,
  ]);
  answering([]);
  expect(await platform.findAssistant("mark-1", sinceMs)).toBeNull();
});

// Its request body is required: https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
test("a call is deleted with a body, which names no other", async () => {
  const sent = answering({}, {});
  await platform.remove("call", "1");
  await platform.remove("file", "2");
  expect(sent).toEqual([
    { method: "DELETE", path: "/call/1", body: {} },
    { method: "DELETE", path: "/file/2", body: undefined },
  ]);
});
