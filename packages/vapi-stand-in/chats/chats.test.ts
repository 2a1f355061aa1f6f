import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPlatformStore } from "../store/platform-store.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import { createWebhookSender } from "../webhooks/webhook-sender.ts";
import { createChats } from "./chats.ts";
import { createSessions } from "./sessions.ts";
import type { ChatParts } from "./sessions.ts";

let folder: string;
let store: PlatformStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "chats-"));
  store = openPlatformStore(path.join(folder, "voice.sqlite"), []);
});
afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

function openChats(more: Partial<ChatParts> = {}) {
  const clock = new AdjustableClock();
  const log = () => undefined;
  const parts: ChatParts = {
    ...{ orgId: "org", clock, store, log, outputDelayMs: 0, answerEndpoint: undefined },
    webhooks: createWebhookSender({ clock, log, witness: undefined, credentialOf: () => null }),
    knowledgeOf: async () => "We open at nine. Parking is free.",
    ...more,
  };
  const sessions = createSessions(parts);
  return { sessions, chats: createChats(parts, sessions) };
}

/** A model that answers when it is told to. */
async function openModel() {
  const waiting: ServerResponse[] = [];
  const watchers: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    waiting.push(response);
    for (const watcher of watchers.splice(0)) watcher();
  });
  const baseUrl = `${await listen(server, 0)}/v1`;
  return {
    endpoint: { baseUrl, model: "small" },
    async isAsked(times: number) {
      while (waiting.length < times) {
        await new Promise<void>((resolve) => void watchers.push(resolve));
      }
    },
    answer(at: number, content: string) {
      waiting[at]?.end(JSON.stringify({ choices: [{ message: { content } }] }));
    },
    close: () => closeServer(server),
  };
}

test("[S1] of two chats at the same time a session keeps both, in the order of their answers", async () => {
  const model = await openModel();
  const { sessions, chats } = openChats({ answerEndpoint: model.endpoint });
  const { id: sessionId } = sessions.make({ assistant: {} });
  const first = chats.make({ sessionId, input: "one" });
  await model.isAsked(1);
  const second = chats.make({ sessionId, input: "two" });
  await model.isAsked(2);
  model.answer(1, "Two.");
  await second;
  model.answer(0, "One.");
  await first;
  const { messages } = sessions.open(sessionId).session;
  expect(messages.map(({ content }) => content)).toEqual(["two", "Two.", "one", "One."]);
  await model.close();
});

test("[S1] a session that is deleted while its chat is answered does not return", async () => {
  const model = await openModel();
  const { sessions, chats } = openChats({ answerEndpoint: model.endpoint });
  const { id: sessionId } = sessions.make({ assistant: {} });
  const asked = chats.make({ sessionId, input: "one" });
  await model.isAsked(1);
  sessions.delete(sessions.open(sessionId));
  model.answer(0, "One.");
  expect((await asked).output).toEqual([{ role: "assistant", content: "One." }]);
  expect(() => sessions.open(sessionId)).toThrow("There is no session");
  await model.close();
});

test("[S4] a platform that stops cancels the chats that wait for an answer", async () => {
  const model = await openModel();
  const { chats } = openChats({ answerEndpoint: model.endpoint });
  const asked = chats.make({ assistant: {}, input: "one" });
  const refused = expect(asked).rejects.toThrow();
  await model.isAsked(1);
  await chats.close();
  await refused;
  expect(store.chats.count({ times: [], limit: 1 })).toBe(0);
  await model.close();
});

test("[S3] a chat is answered from the files, and an unanswered question reaches the outputs", async () => {
  const { sessions, chats } = openChats();
  const schema = {
    type: "array",
    description: "Each question",
    items: { type: "string" },
  } as const;
  const id = "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";
  const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
  store.outputs.put({ id, orgId: "org", ...times, name: "open", schema });
  const artifactPlan = { structuredOutputIds: [id] };
  const { id: sessionId } = sessions.make({ assistant: { artifactPlan } });
  const { output } = await chats.make({ sessionId, input: "when do you open" });
  expect(output.at(-1)?.content).toContain("We open at nine.");
  await chats.make({ sessionId, input: "what is the capital of mongolia" });
  const { artifact } = await sessions.change(sessions.open(sessionId), { status: "completed" });
  expect(artifact?.structuredOutputs).toEqual({
    [id]: { name: "open", result: ["what is the capital of mongolia"] },
  });
});
