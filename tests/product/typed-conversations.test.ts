/** What visitors and owners type to an assistant. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { MAX_TYPED_ANSWERS, MAX_TYPED_LENGTH } from "../../convex/shared/limits";
import { eventually } from "../eventually.ts";
import { MINUTE_MS } from "./money/billing-world.ts";
import { followUp } from "./talk.ts";
import { readAnswer, type, type Typed } from "./typed.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import type { Owner } from "./world.ts";

const PROMPT = "You answer for a bakery. We open at seven in the morning. We close at noon.";

onEachVoiceBackend((world) => {
  async function testing(talk = DEFAULT_CONVERSATION) {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner, { systemPrompt: PROMPT, talk });
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

  async function messagesOf(owner: Owner) {
    const texts = await world().rows("callTexts");
    return texts.filter(({ ownerId }) => ownerId === owner.userId).flatMap((row) => row.messages);
  }

  test("an answer comes piece by piece, and the conversation continues with its thread", async () => {
    const { owner, ask, assistant } = await testing();
    const first = await ask({ text: "When do you open?" });
    expect(first).toMatchObject({ status: 200, left: MAX_TYPED_ANSWERS - 1 });
    expect(first.text).toContain("seven");
    expect(first.events.length).toBeGreaterThan(5);
    const second = await ask({
      text: "And when do you close?",
      thread: must(first.thread, "thread"),
    });
    expect(second).toMatchObject({ status: 200, left: MAX_TYPED_ANSWERS - 2 });
    const [row, ...others] = await rowsOf(owner);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ channel: "text", kind: "testing", answers: 2, isLive: false });
    expect(await messagesOf(owner)).toEqual([
      { role: "user", text: "When do you open?" },
      { role: "assistant", text: first.text },
      { role: "user", text: "And when do you close?" },
      { role: "assistant", text: second.text },
    ]);
    const { body: session } = await world().atPlatform(`/session/${row?.platformSessionId ?? ""}`);
    expect(session).toMatchObject({ assistantId: assistant.voiceAssistantId, status: "active" });
    // The platform's session begins with the greeting that the page has shown.
    expect(JSON.stringify(session.messages)).toContain("How can I help you?");
  });

  // docs/fidelity.md, H15
  test("an answer tells proxies not to hold it back", async () => {
    const { owner, assistant } = await testing();
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    const answer = await type(world(), who, { text: "When do you open?" });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": expect.stringMatching(/^text\/event-stream/) as string,
      "cache-control": expect.stringContaining("no-transform") as string,
      "x-accel-buffering": "no",
    });
    await answer.text();
  });

  test("an assistant that may know the page gets its title and address", async () => {
    const { owner, ask } = await testing({ ...DEFAULT_CONVERSATION, tellsPage: true });
    const page = { title: "Our bread", url: "https://example.com/bread" };
    expect(await ask({ text: "When do you open?", page })).toMatchObject({ status: 200 });
    const [row] = await rowsOf(owner);
    const { body: session } = await world().atPlatform(`/session/${row?.platformSessionId ?? ""}`);
    expect(session.assistantOverrides).toEqual({
      variableValues: { pageTitle: "Our bread", pageUrl: "https://example.com/bread" },
    });
  });

  test("what the website says is known to what is typed, and kept with it", async () => {
    const { owner, ask } = await testing();
    await ask({ text: "When do you open?", facts: { name: "Ada" } });
    const [row] = await rowsOf(owner);
    const { body: session } = await world().atPlatform(`/session/${row?.platformSessionId ?? ""}`);
    expect(session.assistantOverrides).toEqual({ variableValues: { pageFacts: '- name: "Ada"' } });
    expect(row?.pageFacts).toEqual([{ name: "name", value: "Ada" }]);
  });

  test("each answer counts four seconds, and typed conversations are not among the calls", async () => {
    const { owner, ask } = await testing();
    const { thread } = await ask({ text: "When do you open?" });
    await ask({ text: "And when do you close?", thread });
    expect(await owner.action(api.calls.listCalls, {})).toEqual([]);
    expect(await owner.query(api.calls.recentCalls, {})).toEqual([]);
    const totals = await owner.query(api.calls.callTotals, {});
    expect(totals).toMatchObject({ calls: 0, endedCalls: 0, seconds: 0 });
    const [stored] = (await world().rows("ownerTotals")).filter(
      ({ ownerId }) => ownerId === owner.userId,
    );
    expect(stored).toMatchObject({ seconds: 8, typedSeconds: 8, freeSeconds: 8 });
    const usage = await owner.query(api.usage.getCurrentMonthUsage, {});
    expect(usage).toMatchObject({ totalCalls: 0, typedMinutes: usage.totalMinutes });
    expect(usage.typedMinutes).toBeGreaterThan(0);
  });

  // T100: docs/security.md
  test("the response contains the answer and nothing else of what the platform sends", async () => {
    const { owner, assistant } = await testing();
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    const response = await type(world(), who, { text: "When do you open?" });
    const sent = await response.text();
    expect(sent).toContain("seven");
    for (const secret of [
      "We close at noon",
      assistant.voiceAssistantId,
      "sessionId",
      "chat.output",
    ]) {
      expect(sent).not.toContain(secret);
    }
    expect(sent).not.toContain(world().platform.privateKey);
  });

  test("a message that the platform does not answer counts nothing and can be sent again", async () => {
    const { owner, ask } = await testing();
    const { thread } = await ask({ text: "When do you open?" });
    await world().control("faults", { method: "POST", path: "/chat", status: 500 });
    const failed = await ask({ text: "And when do you close?", thread });
    expect(failed).toMatchObject({ status: 502, code: "voice_platform_failed" });
    expect(await rowsOf(owner)).toMatchObject([{ answers: 1 }]);
    expect(await messagesOf(owner)).toHaveLength(2);
    await world().control("faults/clear", {});
    expect(await ask({ text: "And when do you close?", thread })).toMatchObject({ status: 200 });
  });

  test("a visitor who leaves in the middle of an answer loses nothing", async () => {
    const { owner, assistant, ask } = await testing();
    const first = await ask({ text: "When do you open?" });
    const leaving = new AbortController();
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    const typed = { text: "And when do you close?", thread: first.thread };
    const response = await type(world(), who, typed, leaving.signal);
    expect(response.status).toBe(200);
    leaving.abort();
    await world().advance(3 * MINUTE_MS);
    await followUp(world());
    await eventually(async () => (await messagesOf(owner)).length === 4);
    expect(await rowsOf(owner)).toMatchObject([{ answers: 2, messageCount: 4 }]);
  });

  test("a page that missed an answer gets it again, and it counts once", async () => {
    const { owner, ask } = await testing();
    const first = await ask({ text: "When do you open?" });
    const { thread } = first;
    const again = await ask({ text: "When do you open?", again: true, thread });
    expect(again).toMatchObject({ status: 200, text: first.text, left: first.left });
    expect(await rowsOf(owner)).toMatchObject([{ answers: 1, messageCount: 2 }]);
    // Another message, or the same one asked anew, gets an answer of its own.
    expect(await ask({ text: "And on Sunday?", again: true, thread })).toMatchObject({
      left: (first.left ?? 0) - 1,
    });
    expect(await ask({ text: "And on Sunday?", thread })).toMatchObject({
      left: (first.left ?? 0) - 2,
    });
  });

  test.each([
    ["nothing", { text: "  " }, 400, "invalid_input"],
    ["no text", { text: 7 }, 400, "invalid_input"],
    ["too much", { text: "a".repeat(MAX_TYPED_LENGTH + 1) }, 400, "message_too_long"],
    ["a made-up thread", { text: "Hello", thread: "made up" }, 403, "thread_over"],
  ])("%s is refused", async (_what, typed, status, code) => {
    const { owner, ask } = await testing();
    expect(await ask(typed)).toMatchObject({ status, code });
    expect(await rowsOf(owner)).toEqual([]);
  });
});
