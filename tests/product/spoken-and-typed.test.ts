/** A conversation of one visitor, in which some parts are typed and others spoken. */
import { expect, onTestFinished, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { eventually } from "../eventually.ts";
import { joinRoom } from "../contract/voice/room-client.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, type Minted, onEachVoiceBackend, postCall } from "./voice-world.ts";

const PROMPT = "You answer for a bakery. We open at seven in the morning. We close at noon.";

onEachVoiceBackend((world) => {
  async function testing() {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner, { systemPrompt: PROMPT });
    const { embedId } = assistant;
    const write = async (text: string, thread: string | null) => {
      const who = { bearer: await owner.token(), embedId };
      const answer = await readAnswer(await type(world(), who, { text, thread }));
      expect(answer).toMatchObject({ status: 200 });
      return must(answer.thread, "thread");
    };
    const call = async (page: { thread?: unknown }) => {
      const response = await postCall(world(), await owner.token(), embedId, page);
      expect(response.status).toBe(201);
      const created = (await response.json()) as Minted & { thread?: string };
      const room = await joinRoom(created.webCallUrl);
      onTestFinished(async () => {
        room.leave();
        // It holds a line until the platform has told us.
        await eventually(async () => !(await parts()).some(({ isLive }) => isLive));
      });
      await eventually(async () => (await parts()).at(-1)?.status === "in-progress");
      return { room, thread: created.thread ?? null };
    };
    const parts = async () => {
      const rows = await world().rows("calls");
      return rows.filter(({ ownerId }) => ownerId === owner.userId);
    };
    const textsOf = async (index: number) => {
      const row = must((await parts())[index], "part");
      const texts = await world().rows("callTexts");
      return texts.find(({ callId }) => callId === row._id)?.messages ?? [];
    };
    return { owner, embedId, write, call, parts, textsOf };
  }

  test("what was said is known to the answer of what is typed next, also before the call's report", async () => {
    const { write, call, parts, textsOf } = await testing();
    const thread = await write("When do you open?", null);
    const { room, ...spokenIn } = await call({ thread });
    room.say({ type: "add-message", message: { role: "user", content: "When do you close?" } });
    await eventually(async () => (await textsOf(1)).some(({ text }) => text.includes("noon")));
    await write("Thank you", spokenIn.thread);
    const [typed, spoken, again] = await parts();
    expect(typed?.threadId).toBeDefined();
    expect([spoken?.threadId, again?.threadId]).toEqual([typed?.threadId, typed?.threadId]);
    expect([typed?.channel, spoken?.channel, again?.channel]).toEqual(["text", undefined, "text"]);
    const { body: session } = await world().atPlatform(
      `/session/${must(again?.platformSessionId, "session")}`,
    );
    const known = JSON.stringify(session.messages);
    expect(known).toContain("When do you open?");
    expect(known).toContain("noon");
  });

  test("a call begins a conversation that can be continued in writing", async () => {
    const { write, call, parts } = await testing();
    const { thread } = await call({ thread: null });
    await write("When do you open?", thread);
    const [spoken, typed] = await parts();
    expect(spoken?.threadId).toBe(typed?.threadId);
  });

  test("only the first call of a conversation that has not begun in writing has the greeting", async () => {
    const { write, call, parts } = await testing();
    const greetingOf = async (index: number) => {
      const id = must((await parts())[index]?.platformCallId, "the platform's id");
      const { body } = await world().atPlatform(`/call/${id}`);
      return (body.assistantOverrides as { firstMessage?: string }).firstMessage;
    };
    const { room, thread } = await call({ thread: null });
    expect(await greetingOf(0)).toBeUndefined();
    room.leave();
    await eventually(async () => !(await parts()).some(({ isLive }) => isLive));
    const written = await write("When do you open?", thread);
    await call({ thread: written });
    expect(await greetingOf(2)).toBe("I'm listening.");
  });

  test.each([["a token that is none"], [{ made: "up" }], [7]])(
    "a call with %j begins a new conversation",
    async (thread) => {
      const { call, parts, write } = await testing();
      const first = await write("When do you open?", null);
      const created = await call({ thread });
      expect(created.thread).not.toBe(first);
      const [typed, spoken] = await parts();
      expect(spoken?.threadId).toBeDefined();
      expect(spoken?.threadId).not.toBe(typed?.threadId);
    },
  );

  test("a page on which nobody can type gets no thread", async () => {
    const { call, parts } = await testing();
    expect(await call({})).toMatchObject({ thread: null });
    const [spoken] = await parts();
    expect(spoken).toBeDefined();
    expect(spoken).not.toHaveProperty("threadId");
  });
});
