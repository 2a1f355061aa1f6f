import { afterEach, expect, test, vi } from "vitest";
import { voicePlatform } from "./vapi";
import { ConcurrencyLimitError } from "./vapiAnswers";

const account = { apiUrl: "https://voice.example", privateKey: "key", publicKey: null };
const platform = voicePlatform(account);

afterEach(() => void vi.unstubAllGlobals());

interface Sent {
  method: string | undefined;
  path: string;
  body: unknown;
  key: string | null;
}

/** Answers each request in turn, and tells what was asked. */
function answering(...answers: unknown[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body, headers }: RequestInit) => {
    const path = url.slice("https://voice.example".length);
    const key = new Headers(headers).get("Authorization");
    sent.push({ method, path, body: typeof body === "string" ? JSON.parse(body) : body, key });
    const answer = answers.shift();
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return sent;
}

// CreateQueryToolDTO has no `function`, and QueryTool none to answer with:
// https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
test("a knowledge tool is asked for as published, and bears a name only if the answer has one", async () => {
  const base = { name: "file-1", description: "Opening hours.", fileIds: ["file"] };
  const sent = answering({ id: "a" }, { id: "b", function: { name: "query_tool" } });
  expect(await platform.createKnowledgeTool([base])).toEqual({ id: "a", name: null });
  expect(await platform.createKnowledgeTool([base])).toEqual({ id: "b", name: "query_tool" });
  expect(Object.keys(sent[0]?.body as object)).toEqual(["type", "knowledgeBases"]);
});

// Its words and reasons: https://docs.vapi.ai/calls/call-concurrency, https://docs.vapi.ai/calls/call-ended-reason
test("a call that is born ended is a refusal, and one for want of a line says so", async () => {
  const born = { id: "1", webCallUrl: "https://room.example", status: "ended" };
  const call = { assistantId: "a", maxDurationSeconds: 60, metadata: {}, serverMessages: [] };
  answering({ ...born, endedReason: "call.start.error-subscription-frozen" });
  await expect(platform.startWebCall(call)).rejects.toThrow("subscription-frozen");
  const reason = "call.start.error-subscription-concurrency-limit-reached";
  answering({ ...born, endedReason: reason });
  await expect(platform.startWebCall(call)).rejects.toThrow(ConcurrencyLimitError);
  answering({ ...born, status: "queued" });
  expect(await platform.startWebCall(call)).toMatchObject({ id: "1" });
});

// AssistantOverrides.clientMessages, MonitorPlan: https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
// T20: docs/security.md
test("every call names what its page is sent, and lets nobody listen in", async () => {
  const call = { assistantId: "a", maxDurationSeconds: 60, metadata: {}, serverMessages: [] };
  const sent = answering({ id: "1", webCallUrl: "https://room.example" });
  await platform.startWebCall(call);
  expect(sent[0]?.body).toMatchObject({
    assistantOverrides: {
      clientMessages: ["transcript"],
      monitorPlan: { listenEnabled: false, controlAuthenticationEnabled: false },
    },
  });
  const keyed = answering({ id: "2", webCallUrl: "https://room.example" });
  await voicePlatform({ ...account, publicKey: "public" }).startWebCall(call);
  expect(keyed[0]?.body).toMatchObject({
    assistantOverrides: { monitorPlan: { controlAuthenticationEnabled: true } },
  });
});

// T19: docs/security.md
test("a call is controlled with the public key, and a key that is refused does not pass for a call that is over", async () => {
  const live = { id: "1", status: "in-progress" };
  const found = { ...live, monitor: { controlUrl: "https://voice.example/1/control" } };
  const withKey = voicePlatform({ ...account, publicKey: "public" });
  const sent = answering(found, {});
  await withKey.endCall("1");
  expect(sent[1]).toMatchObject({ method: "POST", path: "/1/control", key: "Bearer public" });
  answering(found, Response.json({}, { status: 400 }));
  await withKey.endCall("1");
  answering(found, Response.json({}, { status: 401 }));
  await expect(withKey.endCall("1")).rejects.toThrow("end call 1 (401)");
  const unkeyed = answering(found, {});
  await platform.endCall("1");
  expect(unkeyed[1]?.key).toBeNull();
});

// CreateWebhookCredentialDTO: https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
test("a credential is made as published, for the header that reports come with", async () => {
  const sent = answering({ id: "c" });
  expect(await platform.createCredential({ headerName: "X-Secret", token: "t" })).toBe("c");
  expect(sent[0]).toMatchObject({
    path: "/credential",
    body: {
      provider: "webhook",
      authenticationPlan: { type: "bearer", token: "t", bearerPrefixEnabled: false },
    },
  });
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
    { method: "DELETE", path: "/call/1", body: {}, key: "Bearer key" },
    { method: "DELETE", path: "/file/2", body: undefined, key: "Bearer key" },
  ]);
});
