/** What a visitor leaves when nobody can answer: from the form to the owner's inbox, mail and programs. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { LEFT_MESSAGES_A_DAY, LEFT_MESSAGES_PER_ASSISTANT } from "../../convex/shared/limits";
import { LEFT_MESSAGE_LIMITS } from "../../convex/shared/leftMessage";
import { requestPageToken } from "../fixtures/page-token.ts";
import { callApi, newKey } from "./api-client.ts";
import { onEachMailedBackend } from "./money/mailed-world.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, onTrial, useMinutes } from "./money/billing-world.ts";
import { newAssistant } from "./samples.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { withReceiver } from "./with-receiver.ts";

const FORM = { name: "Maria", contact: "m@shop.example", text: "Two loaves for Monday, please." };
/** More than any trial includes. */
const ALL_MINUTES = 10_000;

interface Sent {
  status: number;
  code?: string;
  message?: string;
}

onEachMailedBackend((world) => {
  const receiver = withReceiver(world, SILENT_PLATFORM);
  beforeAll(() => world().setVariables(SILENT_PLATFORM));
  // A network leaves ten messages an hour.
  afterEach(() => world().advance(HOUR_MS));

  async function live(content: object = {}) {
    const subscriber = await onTrial(world(), "PRO");
    const { owner } = subscriber;
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    if (Object.keys(content).length > 0) {
      const { embedId: _, ...others } = newAssistant();
      await owner.mutation(api.assistants.updateAssistant, { assistantId, ...others, ...content });
      await world().settle();
    }
    const pageToken = async () => await tokenFor(embedId);
    const send = async (form: object = {}): Promise<Sent> => {
      const token = await pageToken();
      return await post({ assistantId: embedId, bearer: embedId, pageToken: token, ...form });
    };
    const rows = async () =>
      (await world().rows("calls")).filter((row) => row.assistantId === assistantId);
    const inbox = async () => {
      const filter = { assistantId: null, status: null };
      const paginationOpts = { cursor: null, numItems: 20 };
      return (await owner.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts })).page;
    };
    const useUp = async () =>
      await useMinutes(world(), { owner, assistantId: subscriber.assistantId }, ALL_MINUTES);
    return { ...subscriber, owner, assistantId, embedId, pageToken, send, rows, inbox, useUp };
  }

  async function tokenFor(embedId: string, sites: string[] = []): Promise<string | null> {
    const asked = { embedId, sites };
    const answer = await requestPageToken(world().siteUrl, asked);
    return ((await answer.json()) as { pageToken?: string }).pageToken ?? null;
  }

  async function post(body: object): Promise<Sent> {
    const answer = await fetch(`${world().siteUrl}/conversation/message`, {
      method: "POST",
      body: JSON.stringify({ ...FORM, ...body }),
    });
    await world().settle();
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  /** From a page whose token is valid. */
  async function save(embedId: string, request: { address?: string; threadId?: string | null }) {
    return await world().inside.mutation(internal.leftMessages.save.save, {
      ...{ embedId, ownerId: null, message: FORM, pageTokenId: crypto.randomUUID() },
      ...{ address: "203.0.113.1", threadId: null, refusedFor: null, ...request },
    });
  }

  test("when the minutes are used up, a message reaches the inbox, the mail and the webhook, and counts nothing", async () => {
    const { owner, assistantId, embedId, useUp, send, inbox, rows } = await live();
    const url = `${receiver.url}hook`;
    const events = ["call.started", "call.ended", "outcome.created"] as const;
    await owner.mutation(api.webhooks.addEndpoint, { url, events: [...events] });
    await useUp();
    const { getAssistantByEmbedId, getAssistantForMessage } = api.assistants;
    expect(await world().visitor.query(getAssistantByEmbedId, { embedId })).toBeNull();
    expect(await world().visitor.query(getAssistantForMessage, { embedId })).toMatchObject({
      embedId,
    });
    const before = await owner.query(api.calls.callTotals, {});

    expect(await send({ place: "window" })).toEqual({ status: 200 });

    const [row] = await rows();
    const callId = must(row, "row")._id;
    expect(row).toMatchObject({ channel: "message", status: "ended", place: "window" });
    expect(await inbox()).toMatchObject([
      {
        callId,
        channel: "message",
        leftBecause: "noMinutes",
        isUnread: true,
        status: "new",
        found: [
          { label: "Name", value: "Maria" },
          { label: "Email address", kind: "email", value: "m@shop.example" },
          { label: "Message", value: "Two loaves for Monday, please." },
        ],
      },
    ]);
    const [found] = await owner.query(api.outcomes.searchOutcomes, {
      ...{ words: "loaves", assistantId: null, status: null },
    });
    expect(found).toMatchObject({ callId });
    const mail = must((await world().mailsOf(owner)).at(-1), "mail");
    expect(mail.subject).toBe("Message from Maria: Two loaves for Monday, please.");
    expect(mail.text).toMatch(/A visitor left this message for .* while it had no minutes left,/);
    expect(mail.replyTo).toEqual(["m@shop.example"]);
    expect(receiver.received.map(({ event }) => event)).toMatchObject([
      {
        type: "outcome.created",
        data: {
          ...{ callId, assistantId, channel: "message", isSuccessful: null },
          leftBecause: "noMinutes",
          found_message: "Two loaves for Monday, please.",
          found_email_address: "m@shop.example",
        },
      },
    ]);
    expect(await owner.query(api.calls.callTotals, {})).toEqual(before);
    const span = { assistantId, fromMs: 0, toMs: world().clock.now() + DAY_MS };
    expect(await owner.query(api.calls.callHours, span)).toEqual([]);
    expect(await owner.query(api.calls.firstCalls, { assistantId })).toMatchObject({
      hasVisitorCall: false,
    });
    const listed = { ...{ assistantId, status: null, fromMs: null, toMs: null } };
    const paginationOpts = { cursor: null, numItems: 5 };
    const { page } = await owner.query(api.calls.pageCalls, { ...listed, paginationOpts });
    expect(page).toEqual([]);
  });

  test("the account's data and the read API have it", async () => {
    const { owner, send, rows } = await live();
    await send();
    const [row] = await rows();
    const callId = must(row, "row")._id;
    const { calls } = await owner.query(api.account.exportCalls, { cursor: null });
    expect(calls.find(({ id }) => id === callId)).toMatchObject({
      channel: "message",
      outcome: { found: [{ value: "Maria" }, { value: "m@shop.example" }, { value: FORM.text }] },
    });
    const key = await newKey(owner);
    const { body } = await callApi(world(), "/calls?channel=message", key);
    expect(body).toMatchObject({
      data: [{ id: callId, channel: "message", startedAt: null, durationSeconds: 0 }],
    });
    expect((await callApi(world(), "/outcomes", key)).body).toMatchObject({
      data: [{ callId, channel: "message" }],
    });
  });

  test("it is deleted by its owner, with its retention, and with the account", async () => {
    const content = { callsKeptDays: 30 };
    const { owner, send, rows, inbox } = await live(content);
    await send();
    const callId = must((await rows())[0], "row")._id;
    await owner.mutation(api.calls.deleteCall, { callId });
    expect([await rows(), await inbox()]).toEqual([[], []]);
    await send();
    await world().advance(31 * DAY_MS);
    await world().inside.mutation(internal.calls.deletion.deleteDue, {});
    await world().settle();
    expect(await rows()).toEqual([]);

    const other = await live();
    await other.send();
    await other.owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await other.rows()).toEqual([]);
    const outcomes = await world().rows("outcomes");
    expect(outcomes.filter(({ ownerId }) => ownerId === other.owner.userId)).toEqual([]);
  });

  test("a form that is sent twice is one message", async () => {
    const { pageToken, send, inbox } = await live();
    const token = await pageToken();
    const both = await Promise.all([send({ pageToken: token }), send({ pageToken: token })]);
    expect(both).toEqual([{ status: 200 }, { status: 200 }]);
    expect(await inbox()).toHaveLength(1);
    // Changed in the meantime, so it is another message.
    expect(await send({ pageToken: token, text: "Three loaves." })).toMatchObject({
      status: 403,
      code: "page_token_refused",
    });
    expect(await inbox()).toHaveLength(1);
  });

  test.each([
    ["without a contact", { contact: " " }, "Please enter an email address or a phone number."],
    ["with another contact", { contact: "call me" }, /check the email address/],
    ["without a text", { text: "\n" }, "Please write a message first."],
    ["with a text that is none", { text: 7 }, "Please write a message first."],
    ["with a long text", { text: "x".repeat(LEFT_MESSAGE_LIMITS.text + 1) }, /at most 1,000/],
    [
      "with a long name",
      { name: "x".repeat(LEFT_MESSAGE_LIMITS.name + 1) },
      /The name can have at most 100/,
    ],
    ["without an assistant", { assistantId: 7 }, /does not name an assistant/],
  ])("a form %s is refused with the reason", async (_title, form, reason) => {
    const { send, rows } = await live();
    const { status, message } = await send(form);
    expect(status).toBe(400);
    expect(message).toMatch(reason);
    expect(await rows()).toEqual([]);
  });

  // T103: docs/security.md
  test("only a page that may show the assistant leaves messages, each with a page token of its own", async () => {
    const { send, rows, embedId, pageToken } = await live({ allowedSites: ["https://a.example"] });
    const other = await live();
    const refused = { status: 403, code: "page_token_refused" };
    expect(await send({ pageToken: null })).toMatchObject(refused);
    expect(await send({ pageToken: "made up" })).toMatchObject(refused);
    expect(await send({ pageToken: await other.pageToken() })).toMatchObject(refused);
    expect(await tokenFor(embedId, ["https://b.example"])).toBeNull();
    expect(await send({ sites: ["https://b.example"] })).toMatchObject({
      code: "site_not_allowed",
    });
    const old = await pageToken();
    await world().advance(16 * MINUTE_MS);
    expect(await send({ pageToken: old })).toMatchObject(refused);
    expect(await rows()).toEqual([]);
  });

  // T103: docs/security.md
  test("what is not published takes no messages", async () => {
    const { owner, assistantId, embedId, send, pageToken } = await live();
    const token = await pageToken();
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    expect(await pageToken()).toBeNull();
    expect(await send({ pageToken: token })).toMatchObject({ status: 404 });
    const form = await world().visitor.query(api.assistants.getAssistantForMessage, { embedId });
    expect(form).toBeNull();
  });

  // T103: docs/security.md
  test("what a visitor writes is text everywhere", async () => {
    const { owner, send, inbox } = await live();
    const markup = '<img src=x onerror="alert(1)"><a href="https://evil.example">Click</a>';
    expect(await send({ name: "<b>M</b>", text: markup })).toEqual({ status: 200 });
    expect((await inbox())[0]?.found.map(({ value }) => value)).toContain(markup);
    const mail = must((await world().mailsOf(owner)).at(-1), "mail");
    expect(mail.html).not.toMatch(/<img src=x|<b>M|href="https:\/\/evil/);
  });

  // T103: docs/security.md
  test("one network leaves few messages, and an owner gets a limited number a day", async () => {
    const { owner, embedId, send } = await live();
    const answers: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) answers.push((await send()).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    const second = await voicedAssistant(world(), owner);
    await owner.mutation(api.assistants.togglePublishAssistant, {
      assistantId: second.assistantId,
    });
    const codes: string[] = [];
    for (let sent = 5; sent <= LEFT_MESSAGES_A_DAY; sent += 1) {
      const to = sent < LEFT_MESSAGES_PER_ASSISTANT ? embedId : second.embedId;
      const saved = await save(to, { address: `203.0.113.${sent}` });
      codes.push(saved.kind === "saved" ? "saved" : saved.code);
    }
    expect(codes.filter((code) => code === "saved")).toHaveLength(LEFT_MESSAGES_A_DAY - 5);
    expect(codes.at(-1)).toBe("messages_full");
    // Another owner's visitors are not affected.
    const other = await live();
    expect(await save(other.embedId, {})).toEqual({ kind: "saved" });
  });

  test("a message belongs to the conversation before it", async () => {
    const { owner, embedId, rows } = await live();
    const reserved = await world().inside.mutation(internal.chats.reservation.reserve, {
      ...{ embedId, ownerId: null, address: "203.0.113.1", pageTokenId: crypto.randomUUID() },
      ...{ threadId: null, text: "When do you open?", isAgain: false },
    });
    if (reserved.kind === "refused") throw new Error(reserved.message);
    const { threadId } = reserved;
    expect(await save(embedId, { threadId })).toEqual({ kind: "saved" });
    const other = await live();
    expect(await save(other.embedId, { threadId })).toEqual({ kind: "saved" });
    const [, message] = await rows();
    const { _id: callId } = must(message, "message");
    const details = await owner.action(api.calls.getCallDetails, { callId });
    expect(details.thread.map(({ channel }) => channel)).toEqual(["message", "text"]);
    expect((await other.rows())[0]).not.toHaveProperty("threadId");
  });
});
