/** Everything that a page receives for a call, from the response that starts it until after its end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { joinRoom } from "../contract/voice/room-client.ts";
import type { HeardMessage, RoomClient } from "../contract/voice/room-client.ts";
import { eventually } from "../eventually.ts";
import { fetchPageToken } from "../fixtures/page-token.ts";
import { onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { WEBHOOK_SECRET } from "./talk.ts";
import type { Owner } from "./world.ts";
import { uploadFile } from "./upload.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";
import type { Minted, VoiceWorld } from "./voice-world.ts";

const QUESTION = "When do you open?";
const PROMPT = "Never mention the cellar with the purple door.";
const GOAL = "Find out whether the caller collects stamps.";
/** The assistant answers with two neighbouring sentences, so the first sentence of the file is not in the answer. */
const KNOWLEDGE = "The code of the safe is four seven one one.";
const FILE = [
  KNOWLEDGE,
  ...Array.from({ length: 8 }, () => "Bread is made of flour and water."),
  "We open at nine in the morning.",
].join("\n");

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  const voice = () => must(opened, "voice world").world;
  beforeAll(async () => {
    opened = await openVoice(world());
  });
  afterAll(() => opened?.close());

  async function live() {
    const { owner } = await onTrial(world(), "PRO");
    const assistant = await createAssistant(owner, {
      systemPrompt: PROMPT,
      assistantGoal: GOAL as never,
      knowledgeFileId: await uploadFile(owner, FILE),
      knowledgeFileName: "bakery.txt",
    });
    const { assistantId, embedId } = assistant;
    await eventually(async () => {
      const file = await fileOf(owner);
      const { body } = await voice().atPlatform(`/file/${file.platformFileId}`);
      return body.status === "done";
    });
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const page = await fetch(`${world().siteUrl}/widget/${embedId}`);
    return { owner, assistant, page: await page.text() };
  }

  async function fileOf({ userId }: Owner) {
    const files = await world().rows("knowledgeFiles");
    const own = files.find(({ ownerId }) => ownerId === userId);
    return must(own, "the owner's file");
  }

  /** What only the owner and the operator may know. */
  async function secretsOf({ owner, assistant }: Awaited<ReturnType<typeof live>>) {
    const [credential] = await world().rows("voiceCredentials");
    const file = await fileOf(owner);
    return {
      prompt: PROMPT,
      goal: GOAL,
      knowledge: KNOWLEDGE,
      "file's name": "bakery.txt",
      "file's id": file._id,
      "stored file's id": file.storageId,
      "file's id at the platform": must(file.platformFileId, "platform file"),
      "tool's id at the platform": must(file.platformToolId, "platform tool"),
      "owner's e-mail": owner.email,
      "owner's id": owner.userId,
      "assistant's id": assistant.assistantId,
      "assistant's id at the platform": assistant.voiceAssistantId,
      "credential's id": must(credential?.credentialId, "credential"),
      "secret of reports": WEBHOOK_SECRET,
      "private key": voice().platform.privateKey,
      "public key": voice().platform.publicKey,
      "key of links": "a-key-of-the-tests",
      "address of control": "/control",
      "address to listen at": "/transport",
      "address of reports": "/vapi",
    };
  }

  /** A whole call: the visitor asks, the assistant answers from its file, and the visitor hangs up. */
  async function wholeCall(minted: Minted): Promise<RoomClient> {
    const room = await joinRoom(minted.webCallUrl);
    const spoken = (text: string) => (message: HeardMessage) =>
      message.type === "transcript" && String(message.transcript).includes(text);
    await room.waitFor(spoken("How can I help you?"));
    room.say({ type: "add-message", message: { role: "user", content: QUESTION } });
    await room.waitFor(spoken("We open at nine"));
    await voice().control(`calls/${minted.id}/hang-up`, {});
    await room.closed;
    return room;
  }

  const namesIn = (secrets: Record<string, string>, text: string) =>
    Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

  const pageTokenOf = async (embedId: string) => ({
    pageToken: await fetchPageToken(world().siteUrl, embedId),
    sites: [],
  });

  // T20: docs/security.md
  test.each(["visitor", "owner"] as const)(
    "during a whole call, a page of the %s's receives nothing secret",
    async (who) => {
      const made = await live();
      const { owner, assistant } = made;
      const { embedId, voiceAssistantId } = assistant;
      const answer =
        who === "owner"
          ? await postCall(world(), await owner.token(), embedId)
          : await postCall(world(), embedId, embedId, await pageTokenOf(embedId));
      const minted = await answer.text();
      expect(answer.status, minted).toBe(201);
      const room = await wholeCall(JSON.parse(minted) as Minted);
      const secrets = await secretsOf(made);
      expect(namesIn(secrets, made.page)).toEqual([]);
      expect(namesIn(secrets, minted)).toEqual([]);
      // The platform says which assistant is speaking, and this cannot be turned off. The ID is useless without a key.
      const { "assistant's id at the platform": _, ...withoutSpeaker } = secrets;
      for (const message of room.received) {
        const { assistantId, ...rest } = message;
        expect([undefined, voiceAssistantId]).toContain(assistantId);
        expect([message.type, namesIn(withoutSpeaker, JSON.stringify(rest))]).toEqual([
          message.type,
          [],
        ]);
      }
      // A heartbeat comes every second, if the call lasts that long.
      const types = new Set(room.received.map(({ type }) => type));
      expect([...types]).toEqual(["assistant-joined", "listening", "transcript", "ejected"]);
      await eventually(async () => {
        const [newest] = await owner.action(api.calls.listCalls, {});
        return newest?.status === "ended";
      });
    },
  );

  // T20: docs/security.md
  test("a call of an assistant that an older version saved reveals no more than any other", async () => {
    const { owner, assistant } = await live();
    const all = ["conversation-update", "assistant.started", "transcript"];
    const { platform } = voice();
    await fetch(`${platform.url}/assistant/${assistant.voiceAssistantId}`, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${platform.privateKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ clientMessages: all }),
    });
    const answer = await postCall(world(), await owner.token(), assistant.embedId);
    const room = await wholeCall((await answer.json()) as Minted);
    expect(JSON.stringify(room.received)).not.toContain(PROMPT);
  });
});
