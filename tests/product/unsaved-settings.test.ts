/** A test call with what the owner has typed and not saved. */
import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { eventually } from "../eventually.ts";
import { joinRoom } from "../contract/voice/room-client.ts";
import { uploadFile } from "./upload.ts";
import { createAssistant, onEachVoiceBackend, postCall, statusOfNewest } from "./voice-world.ts";
import type { Minted } from "./voice-world.ts";

const UNSAVED = {
  name: "Bread line",
  systemPrompt: "You sell only rye bread.",
  assistantGoal: "Rye bread is ordered.",
  voice: "brian",
  talk: { ...DEFAULT_CONVERSATION, greeting: "Rye bread, hello!", longestCallMinutes: 3 },
  findings: [{ label: "Loaves", kind: "number", isRequired: true }],
  recordsCalls: false,
};

onEachVoiceBackend((world) => {
  /** Its line is wanted by the tests that follow. */
  async function hangUp({ webCallUrl }: Minted) {
    (await joinRoom(webCallUrl)).leave();
  }

  test("an owner talks to the assistant as it stands in the form, and nothing is saved", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const before = await owner.query(api.assistants.listAssistants, {});
    const answer = await postCall(world(), await owner.token(), assistant.embedId, {
      unsaved: UNSAVED,
    });
    expect(answer.status).toBe(201);
    const call = (await answer.json()) as Minted;
    const { body } = await world().atPlatform(`/call/${call.id}`);
    expect(body.assistantId).toBe(assistant.voiceAssistantId);
    expect(body.assistantOverrides).toMatchObject({
      name: "Bread line",
      firstMessage: "Rye bread, hello!",
      maxDurationSeconds: 180,
      artifactPlan: { recordingEnabled: false },
    });
    const sent = JSON.stringify(body.assistantOverrides);
    expect(sent).toContain("You sell only rye bread.");
    expect(sent).toContain("Rye bread is ordered.");
    expect(sent).toContain("Loaves");
    // Reports and their secret stay those of the saved assistant.
    expect(body.assistantOverrides).not.toHaveProperty("server");
    expect(await owner.query(api.assistants.listAssistants, {})).toEqual(before);
    const { body: saved } = await world().atPlatform(`/assistant/${assistant.voiceAssistantId}`);
    expect(JSON.stringify(saved)).not.toContain("rye");
    await hangUp(call);
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
  });

  test("the saved knowledge file is part of the call", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "We bake at six.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const assistant = await createAssistant(owner, file);
    const { body: saved } = await world().atPlatform(`/assistant/${assistant.voiceAssistantId}`);
    const { toolIds } = saved.model as { toolIds: string[] };
    const answer = await postCall(world(), await owner.token(), assistant.embedId, {
      unsaved: UNSAVED,
    });
    const call = (await answer.json()) as Minted;
    const { body } = await world().atPlatform(`/call/${call.id}`);
    expect(body.assistantOverrides).toMatchObject({ model: { toolIds } });
    await hangUp(call);
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
  });

  test.each([
    { saved: "de", heard: { provider: "deepgram", model: "nova-3", language: "en" } },
    { saved: null, heard: undefined },
  ] as const)(
    "without a language in the form, a call does not keep the saved one: $saved",
    async ({ saved: language, heard }) => {
      const owner = await world().signUp();
      const talk = { ...DEFAULT_CONVERSATION, language };
      const { embedId } = await createAssistant(owner, { talk });
      const token = await owner.token();
      const answer = await postCall(world(), token, embedId, { unsaved: UNSAVED });
      const call = (await answer.json()) as Minted;
      const { body } = await world().atPlatform(`/call/${call.id}`);
      const { transcriber, model } = body.assistantOverrides as Record<string, unknown>;
      expect(transcriber).toEqual(heard);
      expect(JSON.stringify(model)).not.toContain("Speak ");
      await hangUp(call);
      await eventually(async () => (await statusOfNewest(owner)) === "ended");
    },
  );

  test.each([
    ["an empty prompt", { ...UNSAVED, systemPrompt: "  " }, MESSAGES.fillInAssistant],
    ["an unknown setting", { ...UNSAVED, firstMessage: "Hi" }, REFUSALS.unsavedSettingsInvalid],
    ["an unknown voice", { ...UNSAVED, voice: "nobody" }, REFUSALS.unsavedSettingsInvalid],
    ["a text", "You sell bread.", REFUSALS.unsavedSettingsInvalid],
  ])("no call starts with %s in the form", async (_what, unsaved, message) => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const answer = await postCall(world(), await owner.token(), assistant.embedId, { unsaved });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "invalid_input", message });
    expect(await statusOfNewest(owner)).toBeNull();
  });

  // T19: docs/security.md
  test("only the owner can talk to settings that are not saved", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const other = await world().signUp();
    const { embedId } = assistant;
    const asOther = await postCall(world(), await other.token(), embedId, { unsaved: UNSAVED });
    expect(asOther.status).toBe(404);
  });
});
