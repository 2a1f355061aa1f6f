/** Who may type to a published assistant, and what is counted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION, type Conversation } from "../../convex/shared/conversation";
import { MAX_TYPED_ANSWERS } from "../../convex/shared/limits";
import { fetchPageToken } from "../fixtures/page-token.ts";
import { MINUTE_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { newAssistant } from "./samples.ts";
import { advanceToNoon } from "./talk.ts";
import { readAnswer, type, type Typed } from "./typed.ts";
import { createAssistant, openVoice } from "./voice-world.ts";

const CLOSED = Array.from({ length: 7 }, () => []);

onEachBillingBackend((world) => {
  let opened: Awaited<ReturnType<typeof openVoice>> | undefined;
  beforeAll(async () => {
    opened = await openVoice(world());
  });
  afterAll(() => opened?.close());

  async function live(changes: { talk?: Partial<Conversation>; allowedSites?: string[] } = {}) {
    const { owner } = await onTrial(world(), "PRO");
    const assistant = await createAssistant(owner);
    const { assistantId, embedId } = assistant;
    const { embedId: _, ...content } = newAssistant();
    const talk = { ...DEFAULT_CONVERSATION, ...changes.talk };
    const saved = { ...content, ...changes, talk };
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...saved });
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const ask = async (typed: Partial<Typed>) => {
      // The limits of a network and a thread refill.
      await world().advance(MINUTE_MS);
      const message = { text: "When do you open?", ...typed };
      return await readAnswer(await type(world(), { bearer: embedId, embedId }, message));
    };
    const begin = async () =>
      await ask({ pageToken: await fetchPageToken(world().siteUrl, embedId) });
    const rows = async () =>
      (await world().rows("calls")).filter((row) => row.assistantId === assistantId);
    return { owner, embedId, assistantId, ask, begin, rows };
  }

  test("a visitor needs a page token to begin, and the thread to go on", async () => {
    const { ask, begin, rows, embedId } = await live();
    expect(await ask({})).toMatchObject({ status: 403, code: "page_token_refused" });
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const first = await ask({ pageToken });
    expect(first).toMatchObject({ status: 200 });
    // It was for one conversation.
    expect(await ask({ pageToken })).toMatchObject({ status: 403, code: "page_token_refused" });
    expect(await ask({ thread: first.thread })).toMatchObject({ status: 200 });
    expect(await rows()).toMatchObject([{ kind: "visitor", channel: "text", answers: 2 }]);
    const other = await begin();
    expect(other.thread).not.toBe(first.thread);
    expect(await rows()).toHaveLength(2);
  });

  // T99: docs/security.md
  test("a thread of one assistant is none of another", async () => {
    const { begin } = await live();
    const { thread } = await begin();
    const other = await live();
    expect(await other.ask({ thread })).toMatchObject({ status: 403, code: "thread_over" });
  });

  test("on a site that is not allowed nobody types", async () => {
    const { ask, embedId } = await live({ allowedSites: ["https://shop.example"] });
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const sites = ["https://other.example"];
    expect(await ask({ pageToken, sites })).toMatchObject({
      status: 403,
      code: "site_not_allowed",
    });
    const allowed = { pageToken, sites: ["https://shop.example"] };
    expect(await ask(allowed)).toMatchObject({ status: 200 });
  });

  test("an assistant that is not published answers nobody", async () => {
    const { owner, assistantId, ask, begin } = await live();
    const { thread } = await begin();
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    expect(await ask({ thread })).toMatchObject({ status: 404, code: "assistant_not_found" });
  });

  test("where typing is switched off only the owner types", async () => {
    const { begin, owner, embedId } = await live({ talk: { acceptsText: false } });
    expect(await begin()).toMatchObject({ status: 403, code: "text_off" });
    const who = { bearer: await owner.token(), embedId };
    expect(await readAnswer(await type(world(), who, { text: "Hello" }))).toMatchObject({
      status: 200,
    });
  });

  test("a first message of its own is what the visitor reads and the assistant knows", async () => {
    const typedGreeting = " Write to us, day and night. ";
    const { begin, rows, embedId } = await live({ talk: { typedGreeting } });
    const found = await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId });
    expect(found).toMatchObject({ greeting: typedGreeting.trim() });
    await begin();
    const [row] = await rows();
    const session = await opened?.world.atPlatform(`/session/${row?.platformSessionId ?? ""}`);
    expect(JSON.stringify(session?.body.messages)).toContain(typedGreeting.trim());
  });

  test("outside the opening hours visitors can still type", async () => {
    const { begin } = await live({ talk: { openingHours: CLOSED } });
    expect(await begin()).toMatchObject({ status: 200 });
  });

  test("typed answers count towards the daily limit, and end with it", async () => {
    await advanceToNoon(world());
    const { begin, ask, rows } = await live({ talk: { minutesADay: 1 } });
    const { thread } = await begin();
    for (let answers = 1; answers < 15; answers++) {
      expect(await ask({ thread })).toMatchObject({ status: 200 });
    }
    expect(await ask({ thread })).toMatchObject({ status: 404, code: "assistant_not_found" });
    expect(await rows()).toMatchObject([{ answers: 15 }]);
  });

  // T98: docs/security.md
  test("a conversation has at most sixty answers", async () => {
    const { begin, ask, rows } = await live();
    const { thread } = await begin();
    for (let answers = 1; answers < MAX_TYPED_ANSWERS; answers++) {
      expect(await ask({ thread })).toMatchObject({
        status: 200,
        left: MAX_TYPED_ANSWERS - answers - 1,
      });
    }
    expect(await ask({ thread })).toMatchObject({ status: 403, code: "thread_full" });
    expect(await rows()).toMatchObject([{ answers: MAX_TYPED_ANSWERS }]);
  });

  test("one answer at a time", async () => {
    const { begin, embedId } = await live();
    const { thread } = await begin();
    await world().advance(MINUTE_MS);
    const send = () =>
      type(world(), { bearer: embedId, embedId }, { text: "When do you open?", thread });
    const answers = await Promise.all([send(), send()].map(async (one) => readAnswer(await one)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
