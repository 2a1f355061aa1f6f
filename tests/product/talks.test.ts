/** An owner's conversation settings: what the voice platform is sent, and what they mean for visitors. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { wordsIn } from "../../convex/shared/talkButtonTexts";
import { languageFor } from "../../convex/shared/languages";
import { MESSAGES } from "../../convex/shared/messages";
import { OFFICE_HOURS, WEEKDAYS } from "../../convex/shared/openingHours";
import { DEFAULT_CONVERSATION, type Conversation } from "../../convex/shared/conversation";
import { eventually } from "../eventually.ts";
import { fetchPageToken } from "../fixtures/page-token.ts";
import { joinRoom } from "../contract/voice/room-client.ts";
import { HOUR_MS, MINUTE_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { advanceToNoon, endOfCallReport, sendReport, startCall } from "./talk.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";
import type { VoiceWorld } from "./voice-world.ts";

const DAY_MS = 24 * HOUR_MS;
const CLOSED = WEEKDAYS.map(() => []);

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  const voice = () => must(opened, "voice world").world;
  beforeAll(async () => {
    opened = await openVoice(world());
    await voice().setVariables({ CONCURRENCY_PER_NETWORK: "100" });
  });
  afterAll(() => opened?.close());

  async function live(changed: Partial<Conversation>) {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId, voiceAssistantId } = await createAssistant(owner);
    const { embedId: _, ...content } = newAssistant();
    const save = async (change: Partial<Conversation>) => {
      const sent = { assistantId, ...content, talk: { ...DEFAULT_CONVERSATION, ...change } };
      await owner.mutation(api.assistants.updateAssistant, sent);
      await world().settle();
    };
    await save(changed);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const shown = () => owner.query(api.assistants.getAssistantByEmbedId, { embedId });
    const atPlatform = async () =>
      (await voice().atPlatform(`/assistant/${voiceAssistantId}`)).body;
    return { owner, assistantId, embedId, save, shown, atPlatform };
  }

  async function call(embedId: string, page?: unknown, facts?: unknown) {
    await world().advance(MINUTE_MS);
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const answer = await postCall(voice(), embedId, embedId, {
      ...{ pageToken, sites: [], page, facts },
    });
    const body = (await answer.json()) as Record<string, string>;
    return { status: answer.status, body };
  }

  /** A visitor's call, from its first second to its report. */
  async function visit(embedId: string, seconds: number) {
    const started = await startCall(world(), embedId, null);
    const startedAtMs = world().clock.now();
    await world().advance(seconds * 1000);
    await sendReport(world(), endOfCallReport(started.platformCallId, { startedAtMs, seconds }));
    await world().settle();
    return started;
  }

  test("the platform gets the settings when the assistant is created and when it is changed", async () => {
    const owner = await world().signUp();
    const talk = {
      ...DEFAULT_CONVERSATION,
      language: "sv",
      greeting: " Hej! ",
      endsAfterSeconds: 45,
    } as const;
    const { embedId, widgetColor, widgetIcon, widgetSize, ...spoken } = newAssistant();
    const id = await owner.action(api.assistants.createVoiceAssistant, { ...spoken, talk });
    const { body } = await voice().atPlatform(`/assistant/${id}`);
    const transcriber = { provider: "deepgram", model: "nova-3", language: "sv" };
    expect(body).toMatchObject({ firstMessage: "Hej!", transcriber });
    expect(JSON.stringify(body.hooks)).toContain('"timeoutSeconds":45');

    const { atPlatform, save } = await live({ language: "de", longestCallMinutes: 5 });
    expect(await atPlatform()).toMatchObject({
      firstMessage: languageFor("de").greeting("Ada"),
      maxDurationSeconds: 300,
      transcriber: { language: "de" },
    });
    await save({ language: "en", visitorSpeaksFirst: true });
    expect(await atPlatform()).toMatchObject({
      firstMessageMode: "assistant-waits-for-user",
      transcriber: { language: "en" },
      maxDurationSeconds: 1800,
    });
  });

  test("an invalid setting is refused with its field and limit", async () => {
    const { owner, assistantId } = await live({});
    const { embedId: _, ...content } = newAssistant();
    const wrong: [Partial<Conversation>, string][] = [
      [{ longestCallMinutes: 31 }, "Choose 1 to 30 minutes for the longest call."],
      [{ greeting: " " }, "Please write the greeting."],
      [{ timeZone: "+02:00" }, "Unknown time zone. Choose one such as Europe/Berlin."],
      [{ openingHours: [[]] }, "Opening hours need seven days, starting with Monday."],
    ];
    for (const [changed, says] of wrong) {
      const talk = { ...DEFAULT_CONVERSATION, ...changed };
      const refused = refusal("invalid_input", says);
      const save = owner.mutation(api.assistants.updateAssistant, {
        assistantId,
        ...content,
        talk,
      });
      await expect(save).rejects.toEqual(refused);
      const create = owner.mutation(api.assistants.createAssistant, { ...newAssistant(), talk });
      await expect(create).rejects.toEqual(refused);
    }
  });

  test("a form that sends no settings leaves them unchanged", async () => {
    const { owner, assistantId } = await live({ language: "pl" });
    const { embedId: _, ...content } = newAssistant();
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content });
    const saved = await owner.query(api.assistants.getAssistant, { assistantId });
    expect(saved.talk).toMatchObject({ language: "pl" });
  });

  test("the button's page contains the texts of its language, and none for English", async () => {
    const german = await (await live({ language: "de" })).shown();
    const { busy } = must(wordsIn("de"), "words").messages;
    expect(german?.texts).toMatchObject({
      language: "de",
      labels: { idle: "Sprachchat starten" },
      messages: { busy: [...busy] },
    });
    expect(await (await live({ language: "en" })).shown()).not.toHaveProperty("texts");
    expect(await (await live({})).shown()).not.toHaveProperty("texts");
  });

  test("outside its hours a visitor is told so and no call starts; the owner can still test", async () => {
    const { embedId, owner, save, shown } = await live({ openingHours: CLOSED, language: "fr" });
    expect(await shown()).toMatchObject({ checksFirst: true });
    const { status, body } = await call(embedId);
    const { closed } = languageFor("fr");
    expect([status, body]).toMatchObject([
      409,
      { code: "closed", message: closed, words: "Fermé maintenant" },
    ]);
    expect(await owner.action(api.calls.listCalls, {})).toEqual([]);
    const response = await fetch(`${world().siteUrl}/call/page-token`, {
      method: "POST",
      body: JSON.stringify({ embedId, sites: [] }),
    });
    expect(await response.json()).toMatchObject({
      unavailable: { message: closed, words: "Fermé maintenant" },
    });
    await startCall(world(), embedId, owner.userId);
    await save({ openingHours: CLOSED, closedWords: " We bake. " });
    expect((await call(embedId)).body).toMatchObject({ message: "We bake.", words: "Closed now" });
  });

  test("opening hours follow the assistant's time zone", async () => {
    // Tokyo is nine hours ahead, all year.
    const { embedId } = await live({ openingHours: OFFICE_HOURS, timeZone: "Asia/Tokyo" });
    const now = world().clock.now();
    // 00:00 UTC is nine o'clock of the next Tuesday there.
    const days = (9 - new Date(now).getUTCDay()) % 7 || 7;
    const nine = Math.floor(now / DAY_MS) * DAY_MS + days * DAY_MS;
    const answerAt = async (ms: number) => {
      await world().advance(ms - world().clock.now() - MINUTE_MS);
      return (await call(embedId)).status;
    };
    expect(await answerAt(nine - MINUTE_MS)).toBe(409);
    expect(await answerAt(nine + MINUTE_MS)).toBe(201);
    expect(await answerAt(nine + 8 * HOUR_MS + MINUTE_MS)).toBe(409);
  });

  // T73: docs/security.md
  test("no call is longer than its maximum duration", async () => {
    const { embedId, owner } = await live({ longestCallMinutes: 2 });
    expect((await startCall(world(), embedId, null)).maxDurationSeconds).toBe(120);
    expect((await startCall(world(), embedId, owner.userId)).maxDurationSeconds).toBe(120);
  });

  // T73: docs/security.md
  test("concurrent calls share the minutes of a day, and the next day has new ones", async () => {
    const { embedId, owner, assistantId } = await live({ minutesADay: 3, longestCallMinutes: 2 });
    await advanceToNoon(world());
    const first = await startCall(world(), embedId, null);
    const second = await startCall(world(), embedId, null);
    expect([first.maxDurationSeconds, second.maxDurationSeconds]).toEqual([120, 60]);
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.linesBusy);
    // The owner's own calls are not visitors' calls.
    expect((await startCall(world(), embedId, owner.userId)).maxDurationSeconds).toBe(120);
    const startedAtMs = world().clock.now();
    await world().advance(60_000);
    for (const { platformCallId } of [first, second]) {
      await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds: 60 }));
    }
    await world().settle();
    const third = await visit(embedId, 55);
    expect(third.maxDurationSeconds).toBe(60);
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.assistantNotServed);
    const used = await owner.query(api.assistants.getAssistant, { assistantId });
    expect(used.visitorDay).toMatchObject({ seconds: 175 });
    await world().advance(DAY_MS);
    expect((await startCall(world(), embedId, null)).maxDurationSeconds).toBe(120);
  });

  test("a repeated report counts once for the day", async () => {
    const { embedId, owner, assistantId } = await live({ minutesADay: 30 });
    const { platformCallId } = await visit(embedId, 40);
    const again = { startedAtMs: world().clock.now() - 40_000, seconds: 40 };
    await sendReport(world(), endOfCallReport(platformCallId, again));
    await world().settle();
    const { visitorDay } = await owner.query(api.assistants.getAssistant, { assistantId });
    expect(visitorDay).toMatchObject({ seconds: 40 });
  });

  // T72: docs/security.md
  test("if chosen, the assistant gets the page's address, without query and fragment", async () => {
    const page = { url: "https://bakery.example/bread?token=7#x", title: "Bread {{ secret }}" };
    const promptOf = async (id: string) => {
      const { body } = await voice().atPlatform(`/call/${id}`);
      return JSON.stringify(body);
    };
    const started = await call((await live({ tellsPage: true })).embedId, page);
    const sent = await promptOf(must(started.body.id, "call"));
    expect(sent).toContain('"pageUrl":"https://bakery.example/bread"');
    expect(sent).toContain('"pageTitle":"Bread secret"');
    const other = await live({ tellsPage: true });
    const long = { url: "x".repeat(50_000), title: "" };
    for (const made of [undefined, null, 7, { url: 1, title: 2 }, long]) {
      expect((await call(other.embedId, made)).status).toBe(201);
      await world().advance(2 * MINUTE_MS);
    }
    const untold = await call((await live({})).embedId, page);
    expect(await promptOf(must(untold.body.id, "call"))).not.toContain("bakery.example");
  });

  // T119: docs/security.md
  test("what the website says about its visitor is known to the assistant, and shown to its owner", async () => {
    const { owner, embedId } = await live({});
    const facts = { name: 'Ada "Pro" {{ x }}', cart: 3, secret: { a: 1 } };
    const started = await call(embedId, undefined, facts);
    const { body } = await voice().atPlatform(`/call/${must(started.body.id, "call")}`);
    expect(body.assistantOverrides).toMatchObject({
      variableValues: { pageFacts: '- name: "Ada Pro x"\n- cart: "3"' },
    });
    const [shown] = await owner.query(api.calls.recentCalls, {});
    const details = await owner.action(api.calls.getCallDetails, {
      callId: must(shown, "call").id,
    });
    expect(details.pageFacts).toEqual([
      { name: "name", value: 'Ada "Pro" {{ x }}' },
      { name: "cart", value: "3" },
    ]);
    for (const made of [null, 7, [], "x".repeat(50_000), { name: null }]) {
      await world().advance(2 * MINUTE_MS);
      expect((await call(embedId, undefined, made)).status).toBe(201);
    }
  });

  test("a visitor first hears the greeting in the assistant's language", async () => {
    const { embedId } = await live({ greeting: "Grüezi, what can I do?", language: "de" });
    const { body } = await call(embedId);
    const room = await joinRoom(must(body.webCallUrl, "room"));
    await room.waitFor(({ transcript }) => transcript === "Grüezi, what can I do?");
    room.leave();
    await eventually(async () =>
      (await world().rows("calls")).some(
        (row) => row.platformCallId === body.id && row.status === "ended",
      ),
    );
    await world().settle();
  });

  test("the settings are part of the owner's data export", async () => {
    const { owner } = await live({ language: "ja" });
    const taken = await owner.query(api.account.exportAccount, {});
    expect(taken.text).toContain('"language": "ja"');
  });

  test("a new time zone starts its own day", async () => {
    const { embedId, owner, assistantId, save } = await live({ minutesADay: 5 });
    await visit(embedId, 30);
    await save({ minutesADay: 5, timeZone: "Pacific/Auckland" });
    const saved = await owner.query(api.assistants.getAssistant, { assistantId });
    expect(saved).not.toHaveProperty("visitorDay");
  });
});
