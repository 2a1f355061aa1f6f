/** Cases of Vapi's published document that cost little: a sample of bodies, and one short call. */
import { afterAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { operations } from "@hark/vapi-stand-in/published/document";
import { eventually } from "../eventually.ts";
import { detailsTools } from "../../convex/calls/detailsTool";
import { typingTool } from "../../convex/calls/typingTool";
import { recordCall } from "../../tools/voices/record-call.ts";
import { voiceSamples } from "../../tools/voices/samples.ts";
import { PATIENCE, sampleCall } from "../../tools/voices/speak-by-vapi.ts";
import { mutationsOf } from "../contract/voice/mutations.ts";
import { needs, remote } from "./remote.ts";
import { VapiAccount } from "./vapi-account.ts";

const { run, vapi } = must(remote, "the runner");
const keys = must(vapi, "Vapi's key");
const account = new VapiAccount(keys, run);
afterAll(() => account.removeMade());

const SAMPLE = 20;
const ASSISTANT = {
  name: "Rosie",
  firstMessage: "Hello.",
  firstMessageMode: "assistant-speaks-first",
  maxDurationSeconds: 10,
  serverMessages: ["status-update", "end-of-call-report"],
  model: {
    provider: "openai",
    model: "gpt-4.1-mini",
    messages: [{ role: "system", content: "Be kind." }],
  },
  voice: { provider: "vapi", voiceId: "Elliot" },
};

const schema = must(operations["POST /assistant"]?.body, "the body of assistants");
const refused = mutationsOf(schema, ASSISTANT).filter(({ isAllowed }) => !isAllowed);
const step = Math.ceil(refused.length / SAMPLE);

test.each(refused.filter((_, index) => index % step === 0).map(({ what, body }) => [what, body]))(
  "[R3] an assistant is refused when %s",
  async (_what, body) => {
    const { status } = await account.request("POST", "/assistant", body);
    expect(status).toBe(400);
  },
);

test("[R5] an assistant as the product creates it is accepted", async () => {
  const made = await account.request("POST", "/assistant", ASSISTANT);
  expect(made).toMatchObject({ status: 201, body: ASSISTANT });
});

test("[S7] a session that was created with its messages has the output that an override names", async () => {
  if (keys.mayCall !== true) needs("chats");
  const made = async (route: string, body: object) => {
    const answer = await account.request("POST", route, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const schema = {
    type: "object",
    properties: { name: { type: "string", description: "Name of the visitor" } },
  };
  const id = await made("/structured-output", { name: "visitor", type: "ai", schema });
  const session = await made("/session", {
    assistantId: await made("/assistant", ASSISTANT),
    assistantOverrides: { artifactPlan: { structuredOutputIds: [id] } },
    messages: [
      { role: "user", content: "When do you open? My name is Ada Lovelace." },
      { role: "assistant", content: "We open at nine, Ada." },
    ],
  });
  await account.request("PATCH", `/session/${session}`, { status: "completed" });
  const outputs = async () => {
    const { body } = await account.request("GET", `/session/${session}`);
    return (body as { artifact?: { structuredOutputs?: object } }).artifact?.structuredOutputs;
  };
  await eventually(async () => (await outputs()) !== undefined);
  expect(await outputs()).toMatchObject({
    [id]: { name: "visitor", result: { name: expect.stringContaining("Ada") as string } },
  });
});

test("[C1] a web call is created with an address to join, read and deleted", async () => {
  if (keys.mayCall !== true) needs("calls");
  const made = await account.request("POST", "/call/web", { assistant: ASSISTANT });
  expect(made).toMatchObject({
    status: 201,
    body: { webCallUrl: expect.any(String) as string, status: "queued" },
  });
  const { id } = made.body as { id: string };
  expect(await account.request("GET", `/call/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect(await account.request("DELETE", `/call/${id}`, {})).toMatchObject({ status: 200 });
});

test("[C27] a call of the product takes the tools that ask for something in writing and that note it", async () => {
  if (keys.mayCall !== true) needs("calls");
  const details = detailsTools([{ label: "Name", kind: "text", isRequired: true }], "voice");
  const tools = [typingTool("en"), ...details];
  const overrides = { "tools:append": tools, clientMessages: ["transcript"] };
  const body = { assistant: ASSISTANT, assistantOverrides: overrides };
  const made = await account.request("POST", "/call/web", body);
  expect(made).toMatchObject({ status: 201, body: { webCallUrl: expect.any(String) as string } });
  const { id } = made.body as { id: string };
  expect(await account.request("DELETE", `/call/${id}`, {})).toMatchObject({ status: 200 });
});

test("[C35] a fallback voice says its sample in a call over a WebSocket", async () => {
  if (keys.mayCall !== true) needs("calls");
  const sample = must(voiceSamples({}).at(-1), "a sample");
  const made = await account.request("POST", "/call", sampleCall(sample));
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  const { transport } = made.body as { transport: { websocketCallUrl: string } };
  expect(await recordCall(transport.websocketCallUrl, PATIENCE)).toMatchObject({ kind: "speech" });
});
