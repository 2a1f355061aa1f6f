/**
 * Ordinary requests of Vapi's server SDK, with the names of its methods: recorded from @vapi-ai/server-sdk 2.0.1, which
 * has no licence and is therefore not a dependency.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestPlatform } from "./platform.ts";
import type { Answer, TestPlatform } from "./platform.ts";
import { isListening, joinRoom } from "./room-client.ts";

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform();
});
afterAll(() => voice.close());

const idOf = ({ body }: Answer) => (body as { id: string }).id;

/** The created resource, as each step leaves it. */
async function lead(path: string, body: unknown, change: object): Promise<string> {
  const created = await voice.request("POST", path, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const one = `${path}/${idOf(created)}`;
  expect(await voice.request("GET", one)).toMatchObject({ status: 200 });
  expect(await voice.request("PATCH", one, change)).toMatchObject({ status: 200, body: change });
  return one;
}

async function end(one: string, body?: object): Promise<void> {
  expect(await voice.request("DELETE", one, body)).toMatchObject({ status: 200 });
  expect(await voice.request("GET", one)).toMatchObject({ status: 404 });
}

test("[R5] assistants, files and tools are created, listed, read, updated and deleted", async () => {
  const assistant = {
    name: "Ada",
    model: {
      provider: "openai",
      model: "gpt-4.1-mini",
      messages: [{ role: "system", content: "Be kind." }],
    },
    voice: { provider: "11labs", voiceId: "sarah" },
  };
  const ada = await lead("/assistant", assistant, { name: "Bob" });
  const since = encodeURIComponent("2020-01-01T00:00:00.000Z");
  for (const query of ["limit=5", `createdAtGe=${since}`]) {
    const listed = await voice.request("GET", `/assistant?${query}`);
    expect(listed).toMatchObject({ status: 200, body: [{ name: "Bob" }] });
  }
  const form = new FormData();
  form.set("file", new File(["We open at nine."], "hours.txt", { type: "text/plain" }));
  form.set("purpose", "assistant");
  const file = await lead("/file", form, { name: "h.txt" });
  const files = await voice.request("GET", "/file?purpose=assistant");
  expect(files).toMatchObject({ status: 200, body: [{ name: "h.txt", purpose: "assistant" }] });
  const [, , fileId] = file.split("/");
  const knowledge = { provider: "google", name: "kb", description: "Hours", fileIds: [fileId] };
  const tool = { type: "query", knowledgeBases: [knowledge] };
  const query = await lead("/tool", tool, { type: "query", knowledgeBases: [] });
  expect(await voice.request("GET", "/tool")).toMatchObject({ body: [{ type: "query" }] });
  for (const one of [query, file, ada]) await end(one);
});

test("[C17] a call is read, listed, renamed and deleted; its mono recording is available, the others are not simulated", async () => {
  const ada = idOf(await voice.request("POST", "/assistant", { firstMessage: "Hello." }));
  // Created with the web SDK, because the server SDK makes phone calls.
  const made = await voice.request("POST", "/call/web", { assistantId: ada });
  const one = `/call/${idOf(made)}`;
  const room = await joinRoom((made.body as { webCallUrl: string }).webCallUrl);
  await room.waitFor(isListening);
  const renamed = await voice.request("PATCH", one, { name: "The first" });
  expect(renamed).toMatchObject({ status: 200, body: { name: "The first" } });
  await voice.control(`calls/${idOf(made)}/hang-up`, {});
  const call = { id: idOf(made), name: "The first", status: "ended" };
  expect(await voice.request("GET", one)).toMatchObject({ body: call });
  expect(await voice.request("GET", `/call?assistantId=${ada}`)).toMatchObject({ body: [call] });
  const mono = await voice.request("GET", `${one}/mono-recording`);
  expect(mono.status).toBe(302);
  expect((await fetch(String(mono.headers.get("Location")))).status).toBe(200);
  for (const artifact of ["stereo-recording", "customer-recording", "call-logs", "pcap"]) {
    const refused = await voice.request("GET", `${one}/${artifact}`);
    expect(refused).toMatchObject({ status: 400, body: { error: "not_simulated" } });
  }
  await end(one, {});
});

test("[R11] phone calls and other kinds of tools are not simulated", async () => {
  voice.onlyHere();
  const phone = { customer: { number: "+15551234567" }, phoneNumberId: "p", assistantId: "a" };
  const tool = { type: "function", function: { name: "f" } };
  const refusal = { status: 400, body: { error: "not_simulated" } };
  expect(await voice.request("POST", "/call", phone)).toMatchObject(refusal);
  expect(await voice.request("POST", "/tool", tool)).toMatchObject(refusal);
});
