/** What visitors find if they cannot reach an assistant, in each case and by what its owner has chosen. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION, type Conversation } from "../../convex/shared/conversation";
import { LEFT_MESSAGES_PER_ASSISTANT, MESSAGES_AFTER_PLAN_DAYS } from "../../convex/shared/limits";
import { MESSAGES } from "../../convex/shared/messages";
import { OFFICE_HOURS, WEEKDAYS } from "../../convex/shared/openingHours";
import {
  DEFAULT_WHEN_UNAVAILABLE,
  type UnavailableCase,
  type WhenUnavailable,
} from "../../convex/shared/unavailability";
import { EN_MESSAGES } from "../../convex/shared/talkButtonLanguages/en";
import { requestPageToken } from "../fixtures/page-token.ts";
import { DAY_MS, HOUR_MS, onTrial, useMinutes } from "./money/billing-world.ts";
import { onEachMailedBackend } from "./money/mailed-world.ts";
import { newAssistant } from "./samples.ts";
import {
  advanceToNoon,
  endOfCallReport,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  voicedAssistant,
} from "./talk.ts";

const FORM = { name: "Maria", contact: "m@shop.example", text: "Please call me back." };
const CLOSED = WEEKDAYS.map(() => []);
/** More than any trial includes. */
const ALL_MINUTES = 10_000;
const PARTS = {
  headers: { "Content-Security-Policy": "style-src 'self' 'look'; frame-ancestors *" },
  ...{ head: "<html><head>", main: '<main id="root"', end: "</main></body></html>" },
  faces: { mic: "<button>mic</button>" },
};

interface Answer {
  status: number;
  code?: string;
  pageToken?: string;
  messagePass?: string;
  unavailable?: { message: string; words: string; messagePass?: string };
}

onEachMailedBackend((world) => {
  beforeAll(async () => {
    await world().setVariables({ ...SILENT_PLATFORM, CONCURRENCY_PER_OWNER: "2" });
    await world().inside.mutation(internal.talkButton.widgetPage.saveAssets, { parts: PARTS });
  });
  // A network leaves ten messages an hour.
  afterEach(() => world().advance(HOUR_MS));

  async function live(changed: Partial<Conversation> = {}, content: object = {}) {
    const subscriber = await onTrial(world(), "PRO");
    const { owner } = subscriber;
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    const { embedId: _, ...others } = newAssistant();
    const save = async (change: Partial<Conversation>) => {
      const talk = { ...DEFAULT_CONVERSATION, ...change };
      await owner.mutation(api.assistants.updateAssistant, {
        ...{ assistantId, ...others, ...content, talk },
      });
      await world().settle();
    };
    await save(changed);
    const toggle = () => owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    await toggle();
    const inbox = async () => {
      const filter = { assistantId, status: null };
      const paginationOpts = { cursor: null, numItems: 50 };
      return (await owner.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts })).page;
    };
    const all = { ...subscriber, owner, assistantId, embedId, save, toggle, inbox };
    return { ...all, leave: async (form: object = {}) => await leave(embedId, form) };
  }
  type Live = Awaited<ReturnType<typeof live>>;

  async function post(path: string, body: object): Promise<Answer> {
    const init = { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${world().siteUrl}${path}`, init);
    await world().settle();
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  async function token(embedId: string, sites: string[] = []): Promise<Answer> {
    const answer = await requestPageToken(world().siteUrl, { embedId, sites });
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  async function leave(embedId: string, form: object = {}): Promise<Answer> {
    const { pageToken } = await token(embedId);
    const own = { assistantId: embedId, bearer: embedId, pageToken };
    return await post("/conversation/message", { ...own, ...FORM, ...form });
  }

  async function call(embedId: string): Promise<Answer> {
    const { pageToken } = await token(embedId);
    return await post("/call/web", { assistantId: embedId, bearer: embedId, pageToken, sites: [] });
  }

  async function hasButton(embedId: string): Promise<boolean> {
    const answer = await fetch(`${world().siteUrl}/widget/${embedId}`);
    return (await answer.text()).includes("data-assistant");
  }

  /** Past what a mutation needs to see. */
  async function save(embedId: string, request: object = {}) {
    return await world().inside.mutation(internal.leftMessages.save.save, {
      ...{ embedId, ownerId: null, message: FORM, pageTokenId: crypto.randomUUID() },
      ...{ address: "203.0.113.1", threadId: null, refusedFor: null, ...request },
    });
  }

  const ENTER: Record<UnavailableCase, (of: Live, chosen: WhenUnavailable) => Promise<unknown>> = {
    closed: async ({ save: change }, whenUnavailable) =>
      await change({ openingHours: CLOSED, whenUnavailable }),
    busy: async ({ embedId }) => await startCall(world(), embedId, null),
    noMinutes: async ({ owner, assistantId }) =>
      await useMinutes(world(), { owner, assistantId }, ALL_MINUTES),
    notLive: async ({ toggle }) => await toggle(),
  };

  const chosenFor = (one: UnavailableCase, choice: string): WhenUnavailable => ({
    ...DEFAULT_WHEN_UNAVAILABLE,
    [one]: choice,
  });

  test.each(["closed", "busy", "noMinutes", "notLive"] as const)(
    "%s: if the owner wants messages, one reaches the inbox and the mail with its reason",
    async (one) => {
      const chosen = chosenFor(one, "message");
      const of = await live({ whenUnavailable: chosen });
      await ENTER[one](of, chosen);
      const { pageToken, unavailable } = await token(of.embedId);
      expect(pageToken).toBeTypeOf("string");
      // Whether lines are free is found out with the call.
      const pass = one === "busy" ? (await call(of.embedId)).messagePass : unavailable?.messagePass;
      expect(pass).toMatch(new RegExp(`^${one}\\.`));
      expect(await hasButton(of.embedId)).toBe(true);
      expect(await of.leave({ messagePass: pass })).toEqual({ status: 200 });
      expect(await of.leave({ text: "And again, without a pass." })).toEqual({ status: 200 });
      const reasons = (await of.inbox()).map(({ channel, leftBecause }) => [channel, leftBecause]);
      expect(reasons).toEqual([
        ["message", one],
        ["message", one],
      ]);
      const mails = await world().mailsOf(of.owner);
      expect(mails.filter(({ text }) => text.includes(" left this message for "))).toHaveLength(2);
    },
  );

  // T103: docs/security.md
  test.each(["closed", "busy", "noMinutes", "notLive"] as const)(
    "%s: if the owner wants none, no message is offered or taken, whatever the browser sends",
    async (one) => {
      const chosen = chosenFor(one, "words");
      const of = await live({ whenUnavailable: chosen });
      const { pageToken } = await token(of.embedId);
      await ENTER[one](of, chosen);
      expect((await token(of.embedId)).unavailable?.messagePass).toBeUndefined();
      expect(await call(of.embedId)).not.toHaveProperty("messagePass");
      const other = await live({ openingHours: CLOSED });
      const { unavailable } = await token(other.embedId);
      for (const messagePass of [unavailable?.messagePass, `${one}.made up`, undefined]) {
        const forged = { pageToken, messagePass, leftBecause: "closed", refusedFor: "closed" };
        const code = one === "notLive" ? "assistant_not_found" : "message_not_taken";
        expect(await of.leave(forged)).toMatchObject({ code });
      }
      expect(await of.inbox()).toEqual([]);
    },
  );

  test("a choice is valid only in its case, and every version has it", async () => {
    const { owner, assistantId, save: change } = await live();
    for (const wrong of [chosenFor("busy", "nothing"), chosenFor("notLive", "nothing"), {}]) {
      await expect(change({ whenUnavailable: wrong as WhenUnavailable })).rejects.toThrow();
    }
    await change({ whenUnavailable: chosenFor("noMinutes", "nothing") });
    const options = { cursor: null, numItems: 1 };
    const { page } = await owner.query(api.versions.pageVersions, {
      ...{ assistantId, paginationOpts: options },
    });
    expect(page[0]).toMatchObject({ changed: ["talk"] });
  });

  test("the button is hidden where the owner has chosen that, and comes back", async () => {
    const of = await live({
      openingHours: CLOSED,
      whenUnavailable: chosenFor("closed", "nothing"),
    });
    expect(await hasButton(of.embedId)).toBe(false);
    // Whoever has an older page open reads why.
    expect((await call(of.embedId)).code).toBe("closed");
    await of.save({ openingHours: null, whenUnavailable: chosenFor("noMinutes", "nothing") });
    expect(await hasButton(of.embedId)).toBe(true);
    await ENTER.noMinutes(of, DEFAULT_WHEN_UNAVAILABLE);
    expect(await hasButton(of.embedId)).toBe(false);
    await of.save({ whenUnavailable: chosenFor("noMinutes", "words") });
    expect(await hasButton(of.embedId)).toBe(true);
    // By default nothing changes on a website when its assistant is unpublished.
    await of.toggle();
    expect(await hasButton(of.embedId)).toBe(false);
  });

  test("when the day's minutes are used up, visitors find the owner's choice from the start, until the next day", async () => {
    const of = await live({ minutesADay: 1, whenUnavailable: chosenFor("noMinutes", "message") });
    await advanceToNoon(world());
    expect((await token(of.embedId)).unavailable).toBeUndefined();
    const { platformCallId } = await startCall(world(), of.embedId, null);
    const startedAtMs = world().clock.now();
    await world().advance(60_000);
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds: 60 }));
    await world().settle();
    const { messagePass, message, words } = must(
      (await token(of.embedId)).unavailable,
      "why nobody can be reached",
    );
    expect(messagePass).toMatch(/^noMinutes\./);
    expect(message).toBe(EN_MESSAGES.assistant_not_found[0]);
    expect(await hasButton(of.embedId)).toBe(true);
    const choose = async (choice: string) =>
      await of.save({ minutesADay: 1, whenUnavailable: chosenFor("noMinutes", choice) });
    await choose("words");
    expect((await token(of.embedId)).unavailable).toEqual({ message, words });
    expect(await hasButton(of.embedId)).toBe(true);
    await choose("nothing");
    expect(await hasButton(of.embedId)).toBe(false);
    await world().advance(DAY_MS);
    expect(await hasButton(of.embedId)).toBe(true);
    expect((await token(of.embedId)).unavailable).toBeUndefined();
  });

  test("a closed assistant says when it opens, in its language and its time zone", async () => {
    const hours = { openingHours: OFFICE_HOURS, timeZone: "Asia/Tokyo" };
    const { embedId, save: change } = await live({ ...hours, language: "de" });
    // Saturday noon in Tokyo.
    const now = world().clock.now();
    const days = (6 - new Date(now).getUTCDay() + 7) % 7 || 7;
    await world().advance(Math.floor(now / DAY_MS) * DAY_MS + days * DAY_MS + 3 * HOUR_MS - now);
    expect((await token(embedId)).unavailable?.message).toBe(
      "Wir haben gerade geschlossen. Wir öffnen am Montag um 09:00 Uhr.",
    );
    await world().advance(DAY_MS);
    await change({ ...hours, closedWords: "We bake." });
    expect(await call(embedId)).toMatchObject({
      ...{ code: "closed", message: "We bake. We open tomorrow at 09:00.", words: "Closed now" },
    });
  });

  test("a message that takes a while to write keeps its reason for an hour", async () => {
    const { embedId, save: change, leave: send, inbox } = await live({ openingHours: CLOSED });
    const { unavailable } = await token(embedId);
    await change({ openingHours: null });
    await send({ messagePass: unavailable?.messagePass });
    expect((await inbox())[0]).toMatchObject({ leftBecause: "closed" });
    await world().advance(HOUR_MS);
    // Nothing keeps this visitor out any more: a microphone may be missing, and typing may be off.
    await send({ messagePass: unavailable?.messagePass, text: "Later." });
    expect((await inbox())[0]).toMatchObject({ leftBecause: null });
  });

  // T103: docs/security.md
  test("neither bad input nor another website gets a message through, in any case", async () => {
    const sites = { allowedSites: ["https://a.example"] };
    const { embedId, inbox } = await live({ openingHours: CLOSED }, sites);
    expect(await token(embedId, ["https://b.example"])).toMatchObject({ code: "site_not_allowed" });
    const { pageToken, unavailable } = await token(embedId, ["https://a.example"]);
    const { messagePass } = must(unavailable, "the reason");
    const own = { assistantId: embedId, bearer: embedId, pageToken, messagePass, ...FORM };
    const send = async (form: object) => await post("/conversation/message", { ...own, ...form });
    const there = { sites: ["https://a.example"] };
    expect(await send({ sites: ["https://b.example"] })).toMatchObject({ status: 403 });
    expect(await send({ ...there, contact: "call me" })).toMatchObject({ status: 400 });
    expect(await send({ ...there, text: "x".repeat(1_001) })).toMatchObject({ status: 400 });
    expect(await send({ ...there, pageToken: undefined })).toMatchObject({ status: 403 });
    expect(await inbox()).toEqual([]);
    expect(await send(there)).toEqual({ status: 200 });
  });

  // T103: docs/security.md
  test("an assistant takes a limited number of messages a day, also without minutes", async () => {
    const of = await live();
    await ENTER.noMinutes(of, DEFAULT_WHEN_UNAVAILABLE);
    const codes: string[] = [];
    for (let sent = 0; sent <= LEFT_MESSAGES_PER_ASSISTANT; sent += 1) {
      const saved = await save(of.embedId, { address: `203.0.113.${sent}` });
      codes.push(saved.kind === "saved" ? "saved" : saved.code);
    }
    expect(codes.filter((code) => code === "saved")).toHaveLength(LEFT_MESSAGES_PER_ASSISTANT);
    expect(codes.at(-1)).toBe("messages_full");
  });

  // T103: docs/security.md
  test("after the plan has ended, messages arrive for a month and not longer", async () => {
    const { owner, embedId, leave: send, inbox } = await live();
    await owner.action(api.subscriptions.cancelSubscription, {});
    await world().advance(8 * DAY_MS);
    expect(await hasButton(embedId)).toBe(true);
    expect(await send()).toEqual({ status: 200 });
    expect((await inbox())[0]).toMatchObject({ leftBecause: "noMinutes" });
    await world().advance(MESSAGES_AFTER_PLAN_DAYS * DAY_MS);
    expect(await hasButton(embedId)).toBe(false);
    expect(await token(embedId)).toMatchObject({ status: 404 });
    const { kind } = await save(embedId);
    expect(kind).toBe("refused");
  });

  test("nobody without a plan, now or before, gets messages", async () => {
    const owner = await world().signUp();
    const { embedId } = await voicedAssistant(world(), owner);
    expect(await token(embedId)).toMatchObject({ status: 404 });
    expect(await save(embedId)).toMatchObject({ code: "assistant_not_found" });
    expect(await hasButton(embedId)).toBe(false);
  });

  test("who can type is told so too when the minutes are used up", async () => {
    const of = await live();
    await ENTER.noMinutes(of, DEFAULT_WHEN_UNAVAILABLE);
    const { pageToken } = await token(of.embedId);
    const own = { assistantId: of.embedId, bearer: of.embedId, pageToken, sites: [] };
    const typed = await post("/chat", { ...own, text: "Hello" });
    expect(typed).toMatchObject({ status: 404, message: MESSAGES.assistantNotServed });
    expect(typed.messagePass).toMatch(/^noMinutes\./);
  });

  test("the assistant knows its opening hours in calls and typed conversations", async () => {
    const hours = OFFICE_HOURS.map(() => OFFICE_HOURS[0] ?? []);
    const { embedId, owner } = await live({ openingHours: hours });
    const told: unknown = expect.stringMatching(
      /^It is \w+day, .*Opening hours: Monday 09:00 to 17:00;/,
    );
    const requestTo = (id: string) => ({
      ...{ embedId: id, ownerId: null, address: null, pageTokenId: crypto.randomUUID() },
    });
    const { reserve } = internal.chats.reservation;
    const type = async (id: string) =>
      await world().inside.mutation(reserve, {
        ...{ ...requestTo(id), threadId: null, text: "Hello", isAgain: false },
      });
    expect(await type(embedId)).toMatchObject({ kind: "reserved", openingHours: told });
    const always = await live();
    expect(await type(always.embedId)).toMatchObject({ kind: "reserved", openingHours: null });
    // An owner can test at any hour.
    const called = await world().inside.mutation(internal.calls.reservation.reserve, {
      ...{ ...requestTo(embedId), ownerId: owner.userId },
    });
    expect(called).toMatchObject({ kind: "reserved", openingHours: told });
  });
});
