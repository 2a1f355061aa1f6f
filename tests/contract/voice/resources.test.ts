import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";

const NOBODY = "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";
const REAL_LOOKING_KEY = "9b2c4b2a-0f0d-4a55-8f7d-1e6f0c5d7a10";

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform();
});
afterAll(() => voice.close());
beforeEach(async () => {
  await voice.control("reset", {});
});

const ASSISTANT = {
  name: "Rosie",
  firstMessage: "Hello.",
  voice: { provider: "11labs", voiceId: "cgSgspJ2msm6clMCkdW9" },
  model: {
    provider: "openai",
    model: "gpt-4.1-mini",
    messages: [{ role: "system", content: "Be kind." }],
    toolIds: [NOBODY],
  },
  server: { url: "https://example.com/vapi", headers: { "x-vapi-secret": "s" } },
  metadata: { assistantId: "a1" },
};

async function create(
  route: string,
  body: unknown,
): Promise<{ id: string } & Record<string, unknown>> {
  const answer = await voice.request("POST", route, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { id: string };
}

function upload(name: string, content: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.set("file", new Blob([content], { type: "text/plain" }), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

/** Polls until the file is processed: that takes a few turns of the event loop, and the API has no events. */
async function processed(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await voice.request("GET", `/file/${id}`);
    const file = body as Record<string, unknown>;
    if (file.status !== "processing") return file;
  }
}

test("[R5] an assistant is created, read, changed and deleted in the published shape", async () => {
  const created = await create("/assistant", ASSISTANT);
  expect(created).toMatchObject(ASSISTANT);
  expect((await voice.request("GET", `/assistant/${created.id}`)).body).toEqual(created);

  const change = { name: "Rosa", firstMessage: null };
  const changed = await voice.request("PATCH", `/assistant/${created.id}`, change);
  expect(changed.body).toMatchObject({ name: "Rosa", model: ASSISTANT.model });
  expect(changed.body).not.toHaveProperty("firstMessage");

  const deleted = await voice.request("DELETE", `/assistant/${created.id}`);
  expect([deleted.status, deleted.body]).toEqual([200, changed.body]);
  expect((await voice.request("GET", `/assistant/${created.id}`)).status).toBe(404);
});

test("[R6] a change of the model replaces it as a whole", async () => {
  const { id } = await create("/assistant", ASSISTANT);
  const model = { provider: "openai", model: "gpt-4.1" };
  const { body } = await voice.request("PATCH", `/assistant/${id}`, { model });
  expect(body).toMatchObject({ name: "Rosie" });
  expect((body as { model: unknown }).model).toEqual(model);
});

test("[R7] a file is processing first, and done once its text was read", async () => {
  const created = await create(
    "/file",
    upload("hours.txt", "We open at nine.", { purpose: "assistant" }),
  );
  expect(created).toMatchObject({
    status: "processing",
    name: "hours.txt",
    bytes: 16,
    purpose: "assistant",
  });
  const done = await processed(created.id);
  expect(done).toMatchObject({ status: "done", parsedTextBytes: 16 });

  expect(
    (await voice.request("PATCH", `/file/${created.id}`, { name: "h.txt" })).body,
  ).toMatchObject({
    name: "h.txt",
  });
  expect((await voice.request("DELETE", `/file/${created.id}`)).status).toBe(200);
  expect((await voice.request("GET", `/file/${created.id}`)).status).toBe(404);
});

test("[R7, K7] a file that cannot be read has failed, and the log says which file and why", async () => {
  const { id } = await create("/file", upload("broken.json", "{"));
  expect((await processed(id)).status).toBe("failed");
  expect(voice.log).toContainEqual(
    expect.stringContaining('"broken.json" could not be read, so assistants answer without it: '),
  );
});

test("[R7, K7] of a file with too much text the beginning is used, and the log says so", async () => {
  const { id } = await create("/file", upload("long.txt", "We open at nine.\n".repeat(100_000)));
  expect(await processed(id)).toMatchObject({ status: "done", parsedTextBytes: 1_000_000 });
  expect(voice.log).toContain(
    'Only the first 1000000 characters of "long.txt" are used: it has more than 1000000 characters.',
  );
});

test("[P1] a file that was processing is processed after a restart", async () => {
  const { id } = await create("/file", upload("hours.txt", "We open at nine."));
  await voice.restart();
  expect(await processed(id)).toMatchObject({ status: "done", parsedTextBytes: 16 });
});

test("[R7] an upload without a file, with a long name, or with unknown fields is refused", async () => {
  const missing = new FormData();
  missing.set("purpose", "party");
  missing.set("colour", "red");
  const { status, body } = await voice.request("POST", "/file", missing);
  expect(status).toBe(400);
  expect((body as { message: string[] }).message).toEqual([
    "property colour should not exist",
    "file should not be empty",
    "purpose must be one of the following values: assistant, composer-attachment, knowledge-base-v2",
  ]);
  const long = await voice.request("POST", "/file", upload(`${"x".repeat(37)}.txt`, "a"));
  expect(long.body).toMatchObject({
    message: ["name must be shorter than or equal to 40 characters"],
  });
  const metadata = await voice.request(
    "POST",
    "/file",
    upload("a.txt", "a", { metadata: "no json" }),
  );
  expect(metadata.status).toBe(400);
  expect((await voice.request("POST", "/file", { file: "a" })).status).toBe(400);
});

test("[R8] a query tool is created, changed and deleted, and only for existing files", async () => {
  const { id: fileId } = await create("/file", upload("hours.txt", "We open at nine."));
  const knowledgeBases = [
    { provider: "google", name: "kb", description: "Hours", fileIds: [fileId] },
  ];
  const tool = await create("/tool", { type: "query", knowledgeBases });
  const changed = await voice.request("PATCH", `/tool/${tool.id}`, { knowledgeBases: [] });
  expect(changed.body).toMatchObject({ type: "query", knowledgeBases: [] });
  const dangling = [{ ...knowledgeBases[0], fileIds: [NOBODY] }];
  expect(
    (await voice.request("POST", "/tool", { type: "query", knowledgeBases: dangling })).status,
  ).toBe(400);
  // Removed from the published body in July 2025, but Vapi's guide to query tools still has it.
  const named = { type: "query", function: { name: "search" }, knowledgeBases };
  expect((await voice.request("POST", "/tool", named)).body).toMatchObject({
    message: ["property function should not exist"],
  });
  expect((await voice.request("DELETE", `/tool/${tool.id}`)).status).toBe(200);
  expect((await voice.request("GET", `/tool/${tool.id}`)).status).toBe(404);
});

test("[R12] a structured output is created, listed by name, changed and deleted", async () => {
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const output = await create("/structured-output", { name: "visitor", schema });
  expect(output).toMatchObject({ name: "visitor", schema });
  await create("/structured-output", { name: "other", schema });
  const route = `/structured-output/${output.id}`;
  expect((await voice.request("GET", route)).body).toEqual(output);
  const list = (await voice.request("GET", "/structured-output?name=visitor")).body;
  expect(list).toMatchObject({ results: [output], metadata: { totalItems: 1 } });
  const change = { description: "Who it was" };
  expect((await voice.request("PATCH", route, change)).status).toBe(400);
  const changed = await voice.request("PATCH", `${route}?schemaOverride=false`, change);
  expect(changed).toMatchObject({ status: 200, body: { ...change, name: "visitor" } });
  expect((await voice.request("DELETE", route)).status).toBe(200);
  expect((await voice.request("GET", route)).status).toBe(404);
});

test("[R12] a request that names an unknown structured output is refused and names it", async () => {
  voice.onlyHere();
  const { id: assistantId } = await create("/assistant", ASSISTANT);
  const assistantOverrides = { artifactPlan: { structuredOutputIds: [NOBODY] } };
  const refused = { status: 400, body: { message: [`There is no structured output ${NOBODY}.`] } };
  const requests = [
    ["POST", "/assistant", assistantOverrides],
    ["PATCH", `/assistant/${assistantId}`, assistantOverrides],
    ["POST", "/session", { assistantId, assistantOverrides }],
    ["POST", "/call/web", { assistantId, assistantOverrides }],
  ] as const;
  for (const [method, route, body] of requests) {
    expect(await voice.request(method, route, body)).toMatchObject(refused);
  }
});

test("[R9] lists are newest first, with limits and times", async () => {
  const ids: string[] = [];
  const times: string[] = [];
  for (const name of ["One", "Two", "Three"]) {
    const { id, createdAt } = await create("/assistant", { name });
    ids.unshift(id);
    times.unshift(String(createdAt));
    voice.clock.advance(1000);
  }
  const list = async (query: string) => {
    const { body } = await voice.request("GET", `/assistant${query}`);
    return (body as { id: string }[]).map(({ id }) => id);
  };
  expect(await list("")).toEqual(ids);
  expect(await list("?limit=2")).toEqual(ids.slice(0, 2));
  expect(await list("?limit=0")).toEqual([]);
  expect(await list(`?createdAtLt=${String(times[0])}`)).toEqual(ids.slice(1));
  expect(await list(`?createdAtGe=${String(times[1])}`)).toEqual(ids.slice(0, 2));
  expect(await list(`?createdAtGt=${String(times[1])}&createdAtLe=${String(times[0])}`)).toEqual([
    ids[0],
  ]);
});

test("[R9] files are listed by purpose", async () => {
  const fields = { purpose: "assistant", metadata: '{"mark":"1"}' };
  const { id } = await create("/file", upload("hours.txt", "We open at nine.", fields));
  await create("/file", upload("other.txt", "Nobody asked."));
  const { body } = await voice.request("GET", "/file?purpose=assistant");
  expect(body).toMatchObject([{ id, metadata: { mark: "1" } }]);
});

test.each([
  "limit=1001",
  "limit=-1",
  "limit=ten",
  "createdAtGt=yesterday",
  "colour=red",
  "assistantId=x",
])("[R9] a list with %s is a 400", async (query) => {
  const { status } = await voice.request("GET", `/assistant?${query}`);
  expect(status).toBe(400);
});

// T58: docs/security.md
test.each([
  ["no key", ""],
  ["a wrong key", "local-private-0000000000000000"],
  ["what looks like a real key", REAL_LOOKING_KEY],
])("[R1] %s is a 401 on every route", async (_what, key) => {
  const routes: [string, string][] = [
    ["GET", "/assistant"],
    ["POST", "/assistant"],
    ["GET", `/assistant/${NOBODY}`],
    ["POST", "/file"],
    ["POST", "/tool"],
    ["GET", "/call"],
    ["POST", "/call/web"],
    ["GET", `/call/${NOBODY}/mono-recording`],
  ];
  for (const [method, route] of routes) {
    const { status } = await voice.request(method, route, method === "POST" ? {} : undefined, key);
    expect([route, status]).toEqual([route, 401]);
  }
});

test("[R1] the public key starts calls and does nothing else", async () => {
  const { publicKey } = voice.platform;
  const made = await voice.request("POST", "/call/web", { assistant: ASSISTANT }, publicKey);
  expect(made.status).toBe(201);
  expect((await voice.request("GET", "/call", undefined, publicKey)).status).toBe(401);
  expect((await voice.request("POST", "/assistant", {}, publicKey)).status).toBe(401);
});

test("[R2] an unknown path or resource is a 404, a malformed ID or body a 400", async () => {
  const status = async (method: string, route: string, body?: unknown) => {
    const answer = await voice.request(method, route, body);
    return answer.status;
  };
  expect(await status("GET", "/assistants")).toBe(404);
  expect(await status("POST", "/calls", {})).toBe(404);
  expect(await status("DELETE", "/call-machine/1.js")).toBe(404);
  expect(await status("GET", `/assistant/${NOBODY}`)).toBe(404);
  expect(await status("PATCH", `/assistant/${NOBODY}`, {})).toBe(404);
  expect(await status("GET", "/assistant/1")).toBe(400);
  expect(await status("POST", "/assistant", [])).toBe(400);
});

test("[R3] the response names every error of a body", async () => {
  const { body } = await voice.request("POST", "/assistant", {
    name: "x".repeat(41),
    maxDurationSeconds: 43_201,
    systemPrompt: "Hi",
    server: { secret: "s" },
  });
  expect(body).toEqual({
    statusCode: 400,
    error: "Bad Request",
    message: [
      "property systemPrompt should not exist",
      "maxDurationSeconds must not be greater than 43200",
      "name must be shorter than or equal to 40 characters",
      "server.property secret should not exist",
    ],
  });
});

test("[R3] a body that would block calls is a 413, and an upload of its size is accepted", async () => {
  voice.onlyHere();
  const text = "a".repeat(2 ** 20);
  const { status, body } = await voice.request("POST", "/assistant", { metadata: { text } });
  expect(status).toBe(413);
  expect(body).toMatchObject({
    message: "The body of this request may hold 1048576 bytes at most.",
  });
  await create("/file", upload("a.txt", text));
});

test("[R4] a browser of any origin may start a call, and can read errors too", async () => {
  const preflight = await fetch(`${voice.platform.url}/call/web`, {
    method: "OPTIONS",
    headers: {
      Origin: "http://a.example",
      "Access-Control-Request-Headers": "authorization,content-type",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("http://a.example");
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("authorization,content-type");
  const refused = await fetch(`${voice.platform.url}/call/web`, {
    method: "POST",
    headers: { Origin: "http://a.example" },
  });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("http://a.example");
});

test("[P1] a restart keeps stored data and keys", async () => {
  const { id } = await create("/assistant", ASSISTANT);
  const { id: fileId } = await create("/file", upload("hours.txt", "We open at nine."));
  await processed(fileId);
  const { privateKey, publicKey, controlToken } = voice.platform;
  await voice.restart();
  expect(voice.platform).toMatchObject({ privateKey, publicKey, controlToken });
  expect((await voice.request("GET", `/assistant/${id}`)).body).toMatchObject(ASSISTANT);
  expect((await voice.request("GET", `/file/${fileId}`)).body).toMatchObject({ status: "done" });
});

// T58: docs/security.md
test("[P2] a key that could be real is refused, and not repeated", async () => {
  voice.onlyHere();
  const refusal = openTestPlatform({ privateKey: REAL_LOOKING_KEY });
  await expect(refusal).rejects.toThrow('begins with "local-private-"');
  await expect(refusal).rejects.not.toThrow(REAL_LOOKING_KEY);
  const privateKey = "local-private-chosen-by-the-owner";
  const own = await openTestPlatform({ privateKey });
  expect(own.platform.privateKey).toBe(privateKey);
  await own.close();
});
