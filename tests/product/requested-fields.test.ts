/** What an assistant asks a visitor to type during a call. */
import { expect, onTestFinished, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { SECRET_HEADER } from "../../convex/assistants/voiceCredential";
import { RESULTS, TYPING_TOOL } from "../../convex/calls/typingTool";
import { MAX_FIELD_LABEL } from "../../convex/shared/requestedFields";
import { eventually } from "../eventually.ts";
import { joinRoom } from "../contract/voice/room-client.ts";
import { WEBHOOK_SECRET } from "./talk.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, type Minted, onEachVoiceBackend, postCall } from "./voice-world.ts";

/** What differs in a use of the tool. */
interface Used {
  toolCallId?: string;
  call?: object;
  secret?: string;
}

const EMAIL = { kind: "email", label: "Email address" };

onEachVoiceBackend((world) => {
  async function testing(page: object = { thread: null }) {
    const owner = await world().signUp();
    const { embedId } = await createAssistant(owner);
    const response = await postCall(world(), await owner.token(), embedId, page);
    expect(response.status).toBe(201);
    const { id, webCallUrl, thread } = (await response.json()) as Minted & { thread?: string };
    const room = await joinRoom(webCallUrl);
    const row = async () => {
      const rows = await world().rows("calls");
      return must(
        rows.find(({ platformCallId }) => platformCallId === id),
        "call",
      );
    };
    const end = async () => {
      room.leave();
      // It holds a line until the platform has told us.
      await eventually(async () => !(await row()).isLive);
    };
    onTestFinished(end);
    await eventually(async () => (await row()).status === "in-progress");
    const look = async (asked: object = {}) => {
      const body = JSON.stringify({ assistantId: embedId, thread, ...asked });
      const found = await fetch(`${world().siteUrl}/conversation/field`, { method: "POST", body });
      const { field } = (await found.json()) as { field?: object | null };
      return { status: found.status, field };
    };
    /** As the platform does when the model uses the tool. */
    const useTool = async (
      given: unknown,
      { toolCallId = "call_1", call = { id }, secret = WEBHOOK_SECRET }: Used = {},
    ) => {
      const toolCall = {
        id: toolCallId,
        type: "function",
        function: { name: TYPING_TOOL, arguments: given },
      };
      const message = {
        type: "tool-calls",
        ...{ call, toolCallList: [toolCall], toolWithToolCallList: [], timestamp: Date.now() },
      };
      const answer = await fetch(`${world().siteUrl}/vapi`, {
        method: "POST",
        headers: { [SECRET_HEADER]: secret },
        body: JSON.stringify({ message }),
      });
      if (!answer.ok) return answer.status;
      const { results } = (await answer.json()) as { results: { result: string }[] };
      return results.map(({ result }) => result);
    };
    return { id, owner, embedId, thread, room, row, end, look, useTool };
  }

  test("the assistant asks for an address in writing, and receives it as it was typed", async () => {
    const { id, room, row, end, look } = await testing();
    expect(await look()).toEqual({ status: 200, field: null });
    const type = (content: string) =>
      room.say({ type: "add-message", message: { role: "user", content } });
    type("Could you send me an email?");
    await eventually(async () => (await look()).field !== null);
    const { field } = await look();
    expect(field).toMatchObject(EMAIL);
    await room.waitFor(({ transcript }) => transcript === "I am waiting for it.");
    const { id: closed } = field as { id: string };
    expect((await look({ closed })).field).toBeNull();
    expect((await look()).field).toBeNull();
    type("[typed] Ada.Lovelace+post@example.com");
    await eventually(async () => {
      const { messages } = (await world().atPlatform(`/call/${id}`)).body;
      return JSON.stringify(messages).includes("Ada.Lovelace+post@example.com");
    });
    await end();
    await eventually(async () => (await row()).messageCount !== undefined);
    const { _id } = await row();
    const texts = await world().rows("callTexts");
    const { messages } = must(
      texts.find(({ callId }) => callId === _id),
      "texts",
    );
    expect(messages.find(({ isTyped }) => isTyped)?.text).toBe("Ada.Lovelace+post@example.com");
    expect(await row()).not.toHaveProperty("requestedField");
    expect(await row()).not.toHaveProperty("lookups");
    const { artifact } = (await world().atPlatform(`/call/${id}`)).body;
    const tools = (artifact as { messages: { role: string }[] }).messages
      .map(({ role }) => role)
      .filter((role) => role.startsWith("tool_"));
    expect(tools).toEqual(["tool_calls", "tool_call_result"]);
  });

  // T102: docs/security.md
  test("the page is sent nothing about tools", async () => {
    const { room, look } = await testing();
    room.say({ type: "add-message", message: { role: "user", content: "Please call me back." } });
    await eventually(async () => (await look()).field !== null);
    await room.waitFor(({ transcript }) => transcript === "I am waiting for it.");
    expect([...new Set(room.received.map(({ type }) => type))]).not.toContain("tool-calls");
    expect(JSON.stringify(room.received)).not.toContain(TYPING_TOOL);
  });

  test("a page on which nobody can type gets no such tool", async () => {
    const { id, useTool } = await testing({});
    const { body } = await world().atPlatform(`/call/${id}`);
    expect(JSON.stringify(body)).not.toContain(TYPING_TOOL);
    expect(await useTool(EMAIL)).toEqual([RESULTS.noField]);
  });

  test("the newest field counts, and one that is closed does not come back", async () => {
    const { look, useTool } = await testing();
    expect(await useTool(JSON.stringify(EMAIL), { toolCallId: "a" })).toEqual([RESULTS.opened]);
    expect((await look()).field).toEqual({ id: "a", ...EMAIL });
    const name = { kind: "name", label: "  Ihr \n Name " };
    expect(await useTool(name, { toolCallId: "b" })).toEqual([RESULTS.opened]);
    expect((await look({ closed: "a" })).field).toEqual({
      id: "b",
      kind: "name",
      label: "Ihr Name",
    });
    expect((await look({ closed: "b" })).field).toBeNull();
    expect(await useTool(name, { toolCallId: "b" })).toEqual([RESULTS.opened]);
    expect((await look()).field).toBeNull();
  });

  // T102: docs/security.md
  test("the model is told what is wrong with what it asked for", async () => {
    const { look, useTool } = await testing();
    const asked: [given: unknown, result: string][] = [
      [{ kind: "password", label: "Password" }, RESULTS.unknownKind],
      [{ kind: "__proto__", label: "Password" }, RESULTS.unknownKind],
      [{ kind: "email", label: "x".repeat(MAX_FIELD_LABEL + 1) }, RESULTS.badLabel],
      [{ kind: "email", label: " \u200B " }, RESULTS.badLabel],
      [{ kind: "email" }, RESULTS.badLabel],
      ["no JSON", RESULTS.unknownKind],
      [null, RESULTS.unknownKind],
    ];
    for (const [given, result] of asked) expect(await useTool(given)).toEqual([result]);
    expect((await look()).field).toBeNull();
  });

  // T102: docs/security.md
  test("only a page with the conversation's token sees the field, and only the platform opens one", async () => {
    const one = await testing();
    expect(await one.useTool(EMAIL, { secret: "made up" })).toBe(401);
    expect(await one.useTool(EMAIL, { toolCallId: "x".repeat(101) })).toEqual([RESULTS.noField]);
    const metadata = { callId: (await one.row())._id };
    const call = { id: "another call", assistantOverrides: { metadata } };
    expect(await one.useTool(EMAIL, { call })).toEqual([RESULTS.noField]);
    expect((await one.look()).field).toBeNull();
    expect(await one.useTool(EMAIL)).toEqual([RESULTS.opened]);
    expect((await one.look({ thread: "made up" })).status).toBe(403);
    expect((await one.look({ thread: undefined })).status).toBe(403);
    expect((await one.look({ assistantId: "another" })).status).toBe(403);
    expect((await one.look({ assistantId: 7 })).status).toBe(400);
    expect((await one.look({ closed: 7 })).status).toBe(400);
    const other = await testing();
    expect((await other.look({ closed: "call_1" })).field).toBeNull();
    expect((await one.look({ thread: other.thread })).status).toBe(403);
    expect((await one.look()).field).toEqual({ id: "call_1", ...EMAIL });
  });

  test("a message typed while the call connects does not hide the field that the call asks for", async () => {
    const { owner, embedId, thread = null, look, useTool } = await testing();
    const who = { bearer: await owner.token(), embedId };
    const typed = await readAnswer(await type(world(), who, { text: "Hello?", thread }));
    expect(typed.status).toBe(200);
    expect(await useTool(EMAIL)).toEqual([RESULTS.opened]);
    expect((await look()).field).toEqual({ id: "call_1", ...EMAIL });
    expect((await look({ closed: "call_1" })).field).toBeNull();
    expect((await look()).field).toBeNull();
  });

  test("after the call there is no field", async () => {
    const { end, row, look, useTool } = await testing();
    expect(await useTool(EMAIL)).toEqual([RESULTS.opened]);
    await end();
    expect((await look()).field).toBeNull();
    expect(await useTool(EMAIL, { toolCallId: "late" })).toEqual([RESULTS.noField]);
    expect(await row()).not.toHaveProperty("requestedField");
  });

  // T102: docs/security.md
  test("nobody looks without end", async () => {
    const { look } = await testing();
    let status = 200;
    for (let times = 0; times <= 31 && status === 200; times += 1) ({ status } = await look());
    expect(status).toBe(429);
  });
});
