/** Typed conversations: sessions, and chats in and outside of them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { eventually } from "../../eventually.ts";
import { ofType, openOwnerServer, openTestPlatform } from "./platform.ts";
import type { Answer, OwnerServer, TestPlatform } from "./platform.ts";
import { newQueryTool } from "./query-tool.ts";

let voice: TestPlatform;
let owner: OwnerServer;
beforeAll(async () => {
  voice = await openTestPlatform();
  owner = await openOwnerServer();
});
afterAll(async () => {
  await voice.close();
  await owner.close();
});
beforeEach(async () => {
  await voice.control("reset", {});
  owner.received.length = 0;
});

interface Message {
  role: string;
  content: string;
}
interface ChatView {
  id: string;
  assistantId?: string;
  sessionId?: string;
  messages: Message[];
  output: Message[];
  cost: number;
  costs: { type: string; cost: number }[];
}
interface SessionView {
  id: string;
  status: string;
  messages: Message[];
  artifact?: { transcript: string; structuredOutputs?: object; messages: object[] };
}

const PROMPT = "{{shop}} opens at nine on weekdays. {{shop}} was founded by {{founder}}.";
const VARIABLES = { shop: "The bakery", founder: "Ada" };
const UNKNOWN_ID = "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";

/** Whatever the model is on a real platform, it has to say this. */
const HOURS = /nine/i;

function modelWith(content: string) {
  return {
    provider: "openai",
    model: "gpt-4.1-mini",
    messages: [{ role: "system", content }],
  };
}

async function newAssistant(more: object = {}): Promise<string> {
  const assistant = { name: "Rosie", firstMessage: "Hello there.", model: modelWith(PROMPT) };
  const made = await voice.request("POST", "/assistant", { ...assistant, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return (made.body as { id: string }).id;
}

async function newSession(assistantId: string, more: object = {}): Promise<SessionView> {
  const assistantOverrides = { variableValues: VARIABLES };
  const body = { assistantId, assistantOverrides, ...more };
  const made = await voice.request("POST", "/session", body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body as SessionView;
}

async function ask(input: string | Message[], more: object): Promise<ChatView> {
  const { status, body } = await voice.request("POST", "/chat", { input, ...more });
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body as ChatView;
}

const answerOf = ({ output }: ChatView) => must(output[0], "an answer").content;
const sessionOf = async (id: string) =>
  (await voice.request("GET", `/session/${id}`)).body as SessionView;
const change = (id: string, body: object) => voice.request("PATCH", `/session/${id}`, body);
const refusalOf = ({ status, body }: Answer) => [status, (body as { message: string }).message];

test("[S1] a session keeps the messages of its chats, and does not begin with the greeting", async () => {
  const assistantId = await newAssistant();
  const session = await newSession(assistantId, { name: "Ann" });
  expect(session).toMatchObject({ assistantId, name: "Ann", status: "active", messages: [] });
  const input = "When does the bakery open?";
  const chat = await ask(input, { sessionId: session.id });
  expect(answerOf(chat)).toMatch(HOURS);
  expect(chat).toMatchObject({
    sessionId: session.id,
    messages: [{ role: "user", content: input }],
    output: [{ role: "assistant" }],
  });
  await ask("thank you", { sessionId: session.id });
  const { messages } = await sessionOf(session.id);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(messages.slice(0, 2)).toMatchObject([...chat.messages, ...chat.output]);
});

test("[S1] a session uses its assistant as it was, with the variables that it was created with", async () => {
  const assistantId = await newAssistant();
  const { id: sessionId } = await newSession(assistantId);
  const model = modelWith("The bakery opens at noon. The bakery was founded by Bob.");
  await voice.request("PATCH", `/assistant/${assistantId}`, { model });
  const assistantOverrides = { variableValues: { shop: "The forge", founder: "Eve" } };
  const question = "Who founded the bakery?";
  expect(answerOf(await ask(question, { sessionId, assistantOverrides }))).toContain("Ada");
  await voice.request("DELETE", `/assistant/${assistantId}`);
  expect(answerOf(await ask("When does the bakery open?", { sessionId }))).toMatch(HOURS);
});

test("[S1] only the templates of a later override are filled", async () => {
  const assistantId = await newAssistant();
  const { id: sessionId } = await newSession(assistantId);
  const model = modelWith("The bakery was founded by {{founder}} and {{partner}}.");
  const variableValues = { founder: "Eve", partner: "Mallory" };
  const assistantOverrides = { model, variableValues };
  const question = "Who founded the bakery?";
  expect(answerOf(await ask(question, { sessionId, assistantOverrides }))).toContain("Mallory");
  expect(answerOf(await ask(question, { sessionId }))).toContain("Ada");
});

test("[S1] a session can begin with messages, and have other ones later", async () => {
  const assistantId = await newAssistant();
  const messages = [
    { role: "system", content: "The bakery is closed on Tuesdays." },
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hello, I am Rosie." },
  ];
  const { id: sessionId } = await newSession(assistantId, { messages });
  const chat = await ask("On which days is the bakery closed?", { sessionId });
  expect(chat.messages.slice(0, 3)).toEqual(messages);
  expect(answerOf(chat)).toContain("Tuesday");
  const changed = await change(sessionId, { messages: messages.slice(0, 1) });
  expect(changed).toMatchObject({ status: 200, body: { messages: messages.slice(0, 1) } });
});

test("[S1] only the private key creates sessions and chats", async () => {
  const assistantId = await newAssistant();
  const { publicKey } = voice.platform;
  for (const [route, body] of [
    ["/session", { assistantId }],
    ["/chat", { assistantId, input: "Hello" }],
  ] as const) {
    expect((await voice.request("POST", route, body, publicKey)).status).toBe(401);
    expect((await voice.request("POST", route, body, "")).status).toBe(401);
  }
});

test("[S2] a chat without a session continues a previous chat", async () => {
  const assistantId = await newAssistant();
  const assistantOverrides = { variableValues: VARIABLES };
  const first = await ask("thank you", { assistantId, assistantOverrides });
  const second = await ask("When does the bakery open?", { previousChatId: first.id });
  expect(second).toMatchObject({ previousChatId: first.id, assistantId });
  expect(second.messages).toMatchObject([
    ...first.messages,
    ...first.output,
    { role: "user", content: "When does the bakery open?" },
  ]);
  expect(answerOf(second)).toMatch(HOURS);
});

test("[S2] a chat can bring its own assistant, and several messages", async () => {
  const assistant = { model: modelWith("Bread is baked on Tuesdays.") };
  const input = [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hello." },
    { role: "user", content: "When is bread baked?" },
  ];
  const chat = await ask(input, { assistant });
  expect(chat.messages).toEqual(input);
  expect(answerOf(chat)).toContain("Tuesday");
});

test("[S2] what contradicts itself, or does not exist, is refused", async () => {
  const assistantId = await newAssistant();
  const { id: sessionId } = await newSession(assistantId);
  const { id: previousChatId } = await ask("Hello", { sessionId });
  const statusOf = async (body: object) =>
    (await voice.request("POST", "/chat", { input: "Hello", ...body })).status;
  expect(await statusOf({ sessionId, previousChatId })).toBe(400);
  expect(await statusOf({ sessionId, assistantId })).toBe(400);
  expect(await statusOf({})).toBe(400);
  expect(await statusOf({ assistantId, input: undefined })).toBe(400);
  voice.onlyHere();
  expect(await statusOf({ sessionId: UNKNOWN_ID })).toBe(404);
  expect(await statusOf({ previousChatId: UNKNOWN_ID })).toBe(404);
  expect(await statusOf({ assistantId: UNKNOWN_ID })).toBe(404);
  const session = await voice.request("POST", "/session", { assistantId: UNKNOWN_ID });
  expect(session.status).toBe(404);
});

test("[S3] a chat costs its model and half a cent", async () => {
  const assistantId = await newAssistant();
  const { cost, costs } = await ask("Hello", { assistantId });
  const [model, chat] = costs;
  expect(model).toMatchObject({ type: "model" });
  expect(chat).toEqual({ type: "chat", cost: 0.005 });
  expect(cost).toBeCloseTo(0.005 + must(model, "the model").cost, 6);
});

interface Delta {
  id: string;
  sessionId?: string;
  path: string;
  delta: string;
}

function deltasIn(text: string): Delta[] {
  const events = text.split("\n\n").map((event) => event.replace(/^data: /, ""));
  return events
    .filter((data) => data !== "" && data !== "[DONE]")
    .map((data) => JSON.parse(data) as Delta);
}

test("[S4] a streamed answer comes in pieces, and is stored as one", async () => {
  const assistantId = await newAssistant();
  const { id: sessionId } = await newSession(assistantId);
  const body = { sessionId, input: "When does the bakery open?", stream: true };
  const answer = await voice.request("POST", "/chat", body);
  expect(answer.status).toBeLessThan(300);
  expect(answer.headers.get("Content-Type")).toContain("text/event-stream");
  const deltas = deltasIn(String(answer.body));
  expect(deltas.length).toBeGreaterThan(3);
  expect(new Set(deltas.map(({ path }) => path))).toEqual(new Set(["chat.output[0].content"]));
  const [id] = new Set(deltas.map((delta) => delta.id));
  const text = deltas.map(({ delta }) => delta).join("");
  expect(text).toMatch(HOURS);
  const stored = (await voice.request("GET", `/chat/${must(id, "an id")}`)).body;
  expect(stored).toMatchObject({ sessionId, output: [{ role: "assistant", content: text }] });
  expect((await sessionOf(sessionId)).messages.at(-1)?.content).toBe(text);
  voice.onlyHere();
  expect(deltas.every((delta) => delta.sessionId === sessionId)).toBe(true);
  expect(String(answer.body)).toMatch(/^data: \{.*\n\ndata: \[DONE\]\n\n$/s);
});

test("[S4] the first piece comes before the rest, and a client that leaves does not stop the chat", async () => {
  voice.onlyHere();
  const { url, privateKey } = voice.platform;
  const assistantId = await newAssistant({
    model: modelWith(`The bakery opens at ${"nine or ten or ".repeat(300)}eleven.`),
  });
  const { id: sessionId } = await newSession(assistantId);
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { Authorization: `Bearer ${privateKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ sessionId, input: "When does the bakery open?", stream: true }),
  });
  const reader = must(response.body, "a stream").getReader();
  const { value } = await reader.read();
  const [first, ...others] = deltasIn(Buffer.from(must(value, "a piece")).toString());
  expect(others.length).toBeLessThan(10);
  await reader.cancel();
  const { id, delta } = must(first, "a piece");
  expect(delta).toBe("The");
  const stored = (await voice.request("GET", `/chat/${id}`)).body as ChatView;
  expect(answerOf(stored).length).toBeGreaterThan(300);
  expect((await sessionOf(sessionId)).messages).toEqual([...stored.messages, ...stored.output]);
});

test("[S5] sessions and chats are listed in pages, read and deleted", async () => {
  const assistantId = await newAssistant();
  const session = await newSession(assistantId, { name: "Ann" });
  const sessionId = session.id;
  const [first, second] = [
    await ask("Hello", { sessionId }),
    await ask("thank you", { sessionId, name: "Two" }),
  ];
  const listed = async (query: string) => {
    const { status, body } = await voice.request("GET", query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { results: { id: string }[]; metadata: object };
  };
  const page = await listed(`/chat?sessionId=${sessionId}&limit=1`);
  expect(page.results).toMatchObject([{ id: second.id, name: "Two" }]);
  expect(page.metadata).toMatchObject({ itemsPerPage: 1, totalItems: 2, currentPage: 1 });
  const next = await listed(`/chat?sessionId=${sessionId}&limit=1&page=2`);
  expect(next.results).toMatchObject([{ id: first.id }]);
  const oldest = await listed(`/chat?sessionId=${sessionId}&sortOrder=ASC`);
  expect(oldest.results.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await listed(`/session?assistantId=${assistantId}&name=Ann`)).results).toHaveLength(1);
  expect((await listed(`/session?assistantId=${assistantId}&name=Bob`)).results).toEqual([]);
  expect(await voice.request("DELETE", `/chat/${first.id}`)).toMatchObject({ status: 200 });
  expect(await voice.request("GET", `/chat/${first.id}`)).toMatchObject({ status: 404 });
  expect(await voice.request("DELETE", `/session/${sessionId}`)).toMatchObject({ status: 200 });
  expect(await voice.request("GET", `/session/${sessionId}`)).toMatchObject({ status: 404 });
});

test("[S5] a session's name, status and expiration can be changed within their bounds", async () => {
  const { id } = await newSession(await newAssistant());
  const wanted = { name: "Bob", expirationSeconds: 2_592_000 };
  expect(await change(id, wanted)).toMatchObject({ status: 200, body: wanted });
  expect((await change(id, { expirationSeconds: 59 })).status).toBe(400);
  expect((await change(id, { status: "over" })).status).toBe(400);
  expect((await change(id, { assistantId: UNKNOWN_ID })).status).toBe(400);
});

test("[S6] a completed session takes no messages until it is active again", async () => {
  const { id: sessionId } = await newSession(await newAssistant());
  await change(sessionId, { status: "completed" });
  const refused = await voice.request("POST", "/chat", { sessionId, input: "Hello" });
  expect(refused.status).toBe(400);
  const active = await change(sessionId, { status: "active" });
  expect(active.body).not.toHaveProperty("artifact");
  await ask("Hello", { sessionId });
});

test("[S6] a session expires, after a day if nothing else was asked for", async () => {
  const assistantId = await newAssistant();
  for (const [expirationSeconds, seconds] of [
    [undefined, 86_400],
    [60, 60],
  ]) {
    const { id: sessionId } = await newSession(assistantId, { expirationSeconds });
    voice.clock.advance(1000 * (must(seconds, "seconds") - 1));
    await ask("Hello", { sessionId });
    voice.clock.advance(1000);
    const refused = await voice.request("POST", "/chat", { sessionId, input: "Hello" });
    expect(refusalOf(refused)).toEqual([400, `Session ${sessionId} has expired.`]);
  }
});

const OUTPUT = {
  name: "conversation",
  type: "ai",
  schema: {
    type: "object",
    properties: {
      name: { type: "string", description: "Name" },
      success: { type: "boolean", description: "Whether the call was a success" },
    },
  },
};

async function newOutput(): Promise<string> {
  const made = await voice.request("POST", "/structured-output", OUTPUT);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return (made.body as { id: string }).id;
}

const outputsOf = async (sessionId: string) =>
  (await sessionOf(sessionId)).artifact?.structuredOutputs;

test("[S7] a completed session has the structured outputs that its assistant names by ID", async () => {
  const id = await newOutput();
  const assistantId = await newAssistant({ artifactPlan: { structuredOutputIds: [id] } });
  const { id: sessionId } = await newSession(assistantId);
  await ask("When does the bakery open? My name is Ada Lovelace.", { sessionId });
  expect(await sessionOf(sessionId)).not.toHaveProperty("artifact");
  await change(sessionId, { status: "completed" });
  await eventually(async () => (await outputsOf(sessionId)) !== undefined);
  const { artifact } = await sessionOf(sessionId);
  expect(artifact?.structuredOutputs).toEqual({
    [id]: { name: "conversation", result: { name: "Ada Lovelace", success: true } },
  });
  expect(artifact?.transcript).toMatch(/^User: When does .*\nAI: .*nine.*\n$/);
  expect(artifact?.messages).toHaveLength(2);
});

test("[S7] an override names the outputs of a session that was created with its messages", async () => {
  voice.onlyHere();
  const id = await newOutput();
  const assistantOverrides = { artifactPlan: { structuredOutputIds: [id] } };
  const messages = [
    { role: "user", content: "When do you open? My name is Ada Lovelace." },
    { role: "assistant", content: "At nine." },
  ];
  const session = await newSession(await newAssistant(), { assistantOverrides, messages });
  await change(session.id, { status: "completed" });
  expect(await outputsOf(session.id)).toEqual({
    [id]: { name: "conversation", result: { name: "Ada Lovelace", success: true } },
  });
});

test("[S7] a session leaves out inline outputs, and outputs that were deleted", async () => {
  voice.onlyHere();
  const id = await newOutput();
  const artifactPlan = { structuredOutputs: [OUTPUT], structuredOutputIds: [id] };
  const { id: sessionId } = await newSession(await newAssistant({ artifactPlan }));
  await ask("When does the bakery open?", { sessionId });
  await voice.request("DELETE", `/structured-output/${id}`);
  const { body } = await change(sessionId, { status: "completed" });
  expect((body as SessionView).artifact).not.toHaveProperty("structuredOutputs");
});

test("[S7] outputs can come later, and a session with too few messages has none", async () => {
  voice.onlyHere();
  const artifactPlan = { structuredOutputIds: [await newOutput()] };
  const assistantId = await newAssistant({ artifactPlan });
  const short = await newSession(assistantId);
  const { body } = await change(short.id, { status: "completed" });
  expect((body as SessionView).artifact).toMatchObject({
    skippedStructuredOutputs: expect.any(Object) as object,
  });
  await voice.control("outputs", { delayMs: 1000 });
  const { id: sessionId } = await newSession(assistantId);
  await ask("When does the bakery open?", { sessionId });
  await change(sessionId, { status: "completed" });
  expect((await sessionOf(sessionId)).artifact).not.toHaveProperty("structuredOutputs");
  voice.clock.advance(1000);
  await eventually(
    async () => (await sessionOf(sessionId)).artifact?.structuredOutputs !== undefined,
  );
  await voice.control("outputs", { delayMs: 0 });
});

test("[S8] the assistant's server gets the messages about sessions and chats that it selects", async () => {
  voice.onlyHere();
  const selected = ["session.created", "session.updated", "session.deleted", "chat.created"];
  const server = { url: owner.url, headers: { "x-secret": "s" } };
  const assistantId = await newAssistant({ server, serverMessages: selected });
  const { id: sessionId } = await newSession(assistantId);
  const chat = await ask("Hello", { sessionId });
  await change(sessionId, { status: "completed" });
  await voice.request("DELETE", `/chat/${chat.id}`);
  await voice.request("DELETE", `/session/${sessionId}`);
  const { message, headers } = await owner.waitFor(ofType("session.updated"));
  expect(headers["x-secret"]).toBe("s");
  expect(message).toMatchObject({
    timestamp: expect.any(Number) as number,
    session: { id: sessionId, status: "completed", artifact: { messages: [{}, {}] } },
    artifact: { transcript: expect.stringContaining("User: Hello\n") as string },
    assistant: { name: "Rosie" },
  });
  await owner.waitFor(ofType("session.deleted"));
  await owner.waitFor(ofType("chat.created"));
  const types = owner.received.map((webhook) => webhook.message.type);
  expect(types.sort()).toEqual([...selected].sort());
});

test("[S8] nothing about sessions and chats is sent unless it is selected", async () => {
  const assistantId = await newAssistant({ server: { url: owner.url } });
  const { id: sessionId } = await newSession(assistantId);
  await ask("Hello", { sessionId });
  await change(sessionId, { status: "completed" });
  const { webhooks } = (await voice.control("state")) as { webhooks: object[] };
  expect(webhooks).toEqual([]);
});

test("[S9] an account without a means of payment is refused with the published words", async () => {
  const assistantId = await newAssistant();
  await voice.control("faults", { method: "POST", path: "/chat", status: 402 });
  const refused = await voice.request("POST", "/chat", { assistantId, input: "Hello" });
  expect(refused).toMatchObject({
    status: 402,
    body: {
      message: "Add a payment method to use chat. Pay-as-you-go orgs require a card on file.",
      error: "Payment Required",
      statusCode: 402,
    },
  });
  await ask("Hello", { assistantId });
});

test("[S10] a session contains what was looked up for an answer, and its stream only the answer", async () => {
  const result = "Our opening hours are seven to six.";
  const toolIds = [await newQueryTool(voice, result)];
  const assistantId = await newAssistant({ model: { ...modelWith(PROMPT), toolIds } });
  const { id: sessionId } = await newSession(assistantId);
  const input = "What are your opening hours?";
  const { output } = await ask(input, { sessionId });
  const calls = [{ type: "function", function: { name: "query_tool" } }];
  expect(output).toMatchObject([
    { role: "assistant", tool_calls: calls },
    { role: "tool", content: result },
    { role: "assistant", content: result },
  ]);
  const { messages } = await sessionOf(sessionId);
  expect(messages).toEqual([{ role: "user", content: input }, ...output]);
  await change(sessionId, { status: "completed" });
  expect((await sessionOf(sessionId)).artifact?.messages).toHaveLength(2);
});

test("[S5, P1] sessions and chats survive a restart", async () => {
  const { id: sessionId } = await newSession(await newAssistant());
  const chat = await ask("Hello", { sessionId });
  await voice.restart();
  expect((await sessionOf(sessionId)).messages).toHaveLength(2);
  expect((await voice.request("GET", `/chat/${chat.id}`)).body).toEqual(chat);
  await ask("thank you", { sessionId });
});
