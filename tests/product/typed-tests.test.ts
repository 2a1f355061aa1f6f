/** An owner types with an assistant, in place of a test call. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { eventually } from "../eventually.ts";
import { readAnswer, type, type Typed } from "./typed.ts";
import { uploadFile } from "./upload.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import type { Owner } from "./world.ts";

const PROMPT = "You answer for a bakery. We open at seven in the morning.";

const UNSAVED = {
  name: "Bread line",
  systemPrompt: "You answer for a bakery. We open at nine in the morning.",
  assistantGoal: "Rye bread is ordered.",
  voice: "brian",
  talk: { ...DEFAULT_CONVERSATION, greeting: "Rye bread, hello!" },
  recordsCalls: true,
};

onEachVoiceBackend((world) => {
  async function testing(given: Parameters<typeof createAssistant>[1] = {}) {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner, { systemPrompt: PROMPT, ...given });
    const ask = async (typed: Typed) => {
      const who = { bearer: await owner.token(), embedId: assistant.embedId };
      return await readAnswer(await type(world(), who, typed));
    };
    return { owner, assistant, ask };
  }

  async function rowsOf({ userId }: Owner) {
    const rows = await world().rows("calls");
    return rows.filter(({ ownerId }) => ownerId === userId);
  }

  async function sessionOf(row?: { platformSessionId?: string }) {
    const id = must(row?.platformSessionId, "the session");
    return (await world().atPlatform(`/session/${id}`)).body;
  }

  test("the assistant answers as it stands in the form, and nothing is saved", async () => {
    const { owner, assistant, ask } = await testing();
    const before = await owner.query(api.assistants.listAssistants, {});
    expect(before).toMatchObject([{ published: false }]);
    const { status, text } = await ask({ text: "When do you open?", unsaved: UNSAVED });
    expect(status).toBe(200);
    expect(text).toContain("nine");
    const [row] = await rowsOf(owner);
    expect(row).toMatchObject({ kind: "testing", channel: "text", allowance: "free" });
    const session = await sessionOf(row);
    expect(session).toMatchObject({
      assistantId: assistant.voiceAssistantId,
      assistantOverrides: { name: "Bread line" },
    });
    expect(JSON.stringify(session.messages)).toContain("Rye bread, hello!");
    expect(session.assistantOverrides).not.toHaveProperty("server");
    expect(await owner.query(api.assistants.listAssistants, {})).toEqual(before);
  });

  test("a change of the settings applies to the next answer, which knows what was typed before", async () => {
    const { owner, ask } = await testing();
    const first = await ask({ text: "When do you open?" });
    expect(first.text).toContain("seven");
    const next = { text: "And when do you open?", unsaved: UNSAVED };
    const second = await ask({ ...next, thread: first.thread });
    expect(second.text).toContain("nine");
    const third = await ask({ ...next, thread: second.thread });
    expect(third.left).toBe((first.left ?? 0) - 2);
    const rows = await rowsOf(owner);
    expect(rows).toMatchObject([{ answers: 1 }, { answers: 2 }]);
    expect(new Set(rows.map(({ threadId }) => threadId)).size).toBe(1);
    expect(JSON.stringify((await sessionOf(rows[1])).messages)).toContain("When do you open?");
  });

  test("saving applies to the next answer too", async () => {
    const { owner, assistant, ask } = await testing();
    const { thread } = await ask({ text: "When do you open?" });
    const [saved] = await owner.query(api.assistants.listAssistants, {});
    const { name, assistantGoal, voice, widgetColor, widgetIcon, widgetSize } = must(
      saved,
      "the assistant",
    );
    await owner.mutation(api.assistants.updateAssistant, {
      ...{ assistantId: assistant.assistantId, name, assistantGoal, voice },
      ...{ widgetColor, widgetIcon, widgetSize, systemPrompt: UNSAVED.systemPrompt },
    });
    await eventually(async () => {
      const { body } = await world().atPlatform(`/assistant/${assistant.voiceAssistantId}`);
      return JSON.stringify(body.model).includes("nine");
    });
    expect((await ask({ text: "And when do you open?", thread })).text).toContain("nine");
  });

  test("a typed test is listed as a test, with what the assistant looked up", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "Our opening hours are seven to six.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const assistant = await createAssistant(owner, file);
    await eventually(async () => {
      const files = await world().rows("knowledgeFiles");
      const stored = files.find((one) => one.storageId === knowledgeFileId);
      const { body } = await world().atPlatform(`/file/${stored?.platformFileId ?? ""}`);
      return body.status === "done";
    });
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    const text = "What are your opening hours?";
    const answer = await readAnswer(await type(world(), who, { text }));
    expect(answer.text).toContain("seven");
    const recent = await owner.query(api.calls.recentCalls, { channel: "text" });
    expect(recent).toMatchObject([{ isTest: true, channel: "text", lookups: [text] }]);
    const { hasTestCall } = await owner.query(api.calls.firstCalls, {
      assistantId: assistant.assistantId,
    });
    expect(hasTestCall).toBe(true);
  });

  test.each([
    ["an empty prompt", { ...UNSAVED, systemPrompt: "  " }, MESSAGES.fillInAssistant],
    ["an unknown setting", { ...UNSAVED, firstMessage: "Hi" }, REFUSALS.unsavedSettingsInvalid],
  ])("nothing is answered with %s in the form", async (_what, unsaved, message) => {
    const { owner, assistant } = await testing();
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    const answer = await type(world(), who, { text: "Hello", unsaved });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "invalid_input", message });
    expect(await rowsOf(owner)).toEqual([]);
  });

  // T19: docs/security.md
  test("another owner cannot type with it, and a visitor's settings are ignored", async () => {
    const { owner, assistant } = await testing();
    const other = await world().signUp();
    const asOther = { bearer: await other.token(), embedId: assistant.embedId };
    const typed = { text: "When do you open?", unsaved: UNSAVED };
    expect(await readAnswer(await type(world(), asOther, typed))).toMatchObject({ status: 404 });
    const asVisitor = { bearer: assistant.embedId, embedId: assistant.embedId };
    expect(await readAnswer(await type(world(), asVisitor, typed))).toMatchObject({ status: 404 });
    const signedOut = { bearer: "no session", embedId: assistant.embedId };
    expect(await readAnswer(await type(world(), signedOut, typed))).toMatchObject({ status: 401 });
    expect(await rowsOf(owner)).toEqual([]);
  });
});
