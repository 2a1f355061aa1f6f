/** Appointments at Cal.com: an owner pastes a link, the assistant offers free times and books one after a yes. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { startCalCom } from "@hark/calcom-stand-in";
import { EVENT_TYPES, linkTo } from "@hark/calcom-stand-in/events";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { ACTION_REFUSALS, VALUE_FAULTS } from "../../convex/shared/actionMessages";
import { MAX_ACTIONS } from "../../convex/shared/actions";
import { opened } from "../opened.ts";
import { anAction, callOf } from "./acting.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { onEachBackend, type Owner } from "./world.ts";

const [TASTING, WEDDING, CLASS] = EVENT_TYPES.map((event) => ({ ...event, link: linkTo(event) }));
const ADA = { name: "Ada", email: "ada@example.com" };
const START = /\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)\)/;

onEachBackend((world) => {
  const calendar = opened(() => startCalCom({ port: 0, clock: world().clock }));
  beforeAll(() => world().setVariables({ ...SILENT_PLATFORM, CALCOM_URL: calendar().url }));
  afterEach(async () => {
    await ask("DELETE", "bookings");
    await ask("DELETE", "faults");
  });

  async function ask(method: string, route: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${calendar().pageUrl}/${route}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`);
    return await answer.json();
  }
  const fail = async (kind: string, of = "booking") =>
    void (await ask("POST", "faults", { kind, of }));
  const bookings = async () =>
    ((await ask("GET", "bookings")) as { bookings: Record<string, unknown>[] }).bookings;

  async function added(owner: Owner, link: string, timeZone = "Europe/Berlin") {
    const assistant = await voicedAssistant(world(), owner);
    const { assistantId } = assistant;
    await owner.action(api.actions.addCalendar, { assistantId, link, timeZone });
    const [times, booking] = await owner.query(api.actions.list, { assistantId });
    return { ...assistant, times: must(times, "times"), booking: must(booking, "booking") };
  }

  /** A call with an assistant that has this calendar. */
  async function callWithCalendar(link = must(TASTING, "event").link) {
    const owner = await world().signUp();
    const { embedId, times, booking } = await added(owner, link);
    const call = await callOf(world(), owner, embedId, booking._id);
    const toolOf = (name: string) =>
      `action_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`.slice(0, 40).replace(/_+$/, "");
    const look = (given: object = {}) => call.use(given, { name: toolOf(times.name) });
    const book = (given: object) => call.use(given, { name: toolOf(booking.name) });
    return { ...call, owner, times, booking, look, book };
  }

  const firstOf = (text: string) => must(START.exec(text)?.[1], "a free time");

  test("a link is all that an owner pastes: two actions are added, of which only the booking asks", async () => {
    const owner = await world().signUp();
    const { times, booking } = await added(owner, "cal.com/hark-bakery/tasting/?month=2026-12");
    expect(times).toMatchObject({ name: "Free times: Cake tasting with Hark Bakery" });
    expect(times).toMatchObject({ changesSomething: false, work: { kind: "times" } });
    expect(booking).toMatchObject({ changesSomething: true, work: { kind: "booking" } });
    expect(booking.work).toMatchObject({
      calendar: { eventTypeId: 4300001, minutes: 30, timeZone: "Europe/Berlin", fields: [] },
    });
    expect(booking.work.parameters.map(({ name }) => name)).toEqual(["start", "name", "email"]);
  });

  test("free times are told by the host's clock, with what a booking needs, and never guessed", async () => {
    const { look } = await callWithCalendar();
    const told = await look();
    expect(told).toMatch(
      /^“Cake tasting with Hark Bakery” is free on \w+, \w+ \d+, \d{4} at [\d:, and]+, by the clock of Europe\/Berlin\./,
    );
    expect(told).toMatch(/09:00 \(\d{4}-\d{2}-\d{2}T0[78]:00Z\)/);
    await fail("down", "times");
    expect(await look()).toContain("could not be read");
    await fail("nonsense", "times");
    expect(await look()).toContain("could not be read");
    expect(await look({ from: "2099-01-01" })).toContain("has no free time from 2099-01-01");
  });

  // T115: docs/security.md
  test("a booking needs the visitor's yes to its time, and is made once", async () => {
    const { look, book, say, runs } = await callWithCalendar();
    const given = { ...ADA, start: firstOf(await look()) };
    const proposed = await book(given);
    expect(proposed).toContain("Not done yet.");
    expect(proposed).toContain("by the clock of Europe/Berlin, 30 minutes.");
    expect(await bookings()).toEqual([]);
    await say("Yes, that is right.");
    const done = await book(given);
    expect(done).toContain("It is booked: “Cake tasting with Hark Bakery”");
    expect(done).toContain("Cal.com writes to ada@example.com.");
    expect(await bookings()).toMatchObject([
      {
        start: new Date(given.start).toISOString(),
        attendees: [{ ...ADA, timeZone: "Europe/Berlin" }],
      },
    ]);
    const [run] = await runs();
    expect(run).toMatchObject({ state: "done", status: 201, reply: { isYes: true } });
    expect(await look()).not.toContain(given.start);
  });

  // T115: docs/security.md
  test("the visitor corrects the address by hand, and never the time", async () => {
    const { look, book, say, correct } = await callWithCalendar();
    const given = { ...ADA, start: firstOf(await look()) };
    await book(given);
    expect(await correct("start", "2099-01-01T09:00Z")).toMatchObject({ fault: "outdated" });
    expect(await correct("email", "ada at example")).toMatchObject({ fault: "email" });
    const { proposal } = await correct("email", "lovelace@example.com");
    const [time, ...others] = must(proposal, "proposal").lines;
    expect(time).not.toHaveProperty("name");
    expect(others).toMatchObject([{ name: "name" }, { name: "email", label: "email" }]);
    await say("Yes.");
    expect(await book(given)).toContain("Cal.com writes to lovelace@example.com.");
    expect(await bookings()).toMatchObject([{ attendees: [{ email: "lovelace@example.com" }] }]);
  });

  test("another time is another question", async () => {
    const { look, book, say } = await callWithCalendar();
    const text = await look();
    const [first, second] = [...text.matchAll(new RegExp(START, "g"))].map(([, start]) => start);
    await book({ ...ADA, start: first });
    await say("Yes, please.");
    expect(await book({ ...ADA, start: second })).toContain("Not done yet.");
    expect(await bookings()).toEqual([]);
  });

  test("what does not fit is asked for again, and nothing is proposed", async () => {
    const { look, book } = await callWithCalendar();
    const start = firstOf(await look());
    expect(await book({ ...ADA, start, email: "ada at example" })).toContain(VALUE_FAULTS.email);
    expect(await book({ ...ADA, start: "Monday at nine" })).toContain(VALUE_FAULTS.start);
    expect(await book({ ...ADA, start: "2020-01-01T09:00Z" })).toContain(VALUE_FAULTS.past);
    expect(await book({ name: "Ada", start })).toContain("email is missing");
  });

  // T120: docs/security.md
  test.each([
    ["taken", "It is not booked", 0],
    ["rate_limited", "It is not booked", 0],
    ["down", "Whether it is booked is not known", 0],
    ["no_answer", "Whether it is booked is not known", 0],
    ["lost_answer", "Whether it is booked is not known", 1],
    ["other_time", "Whether it is booked is not known", 1],
    ["nonsense", "Whether it is booked is not known", 0],
  ])("after the fault %s the assistant is told: %s", async (kind, said, count) => {
    const { look, book, say, runs } = await callWithCalendar();
    const given = { ...ADA, start: firstOf(await look()) };
    await book(given);
    await say("Yes, please.");
    await fail(kind);
    const told = await book(given);
    expect(told).toContain(said);
    expect(told).not.toContain("It is booked:");
    expect(await bookings()).toHaveLength(count);
    expect((await runs())[0]).toMatchObject({ state: "failed" });
  });

  test("a host who confirms, a question of the event type, and a chosen length are kept", async () => {
    const wedding = await callWithCalendar(must(WEDDING, "event").link);
    const start = firstOf(await wedding.look());
    expect(await wedding.book({ ...ADA, start })).toContain("wedding-day is missing");
    const given = { ...ADA, start, "wedding-day": "June 5, 2027" };
    await wedding.book(given);
    await wedding.say("Yes, please.");
    expect(await wedding.book(given)).toContain("It is requested and not yet booked");
    expect(await bookings()).toMatchObject([
      { status: "pending", bookingFieldsResponses: { "wedding-day": "June 5, 2027" } },
    ]);
    const lesson = await callWithCalendar(must(CLASS, "event").link);
    const free = { ...ADA, start: firstOf(await lesson.look()) };
    await lesson.book(free);
    await lesson.say("Yes, please.");
    expect(await lesson.book(free)).toContain("60 minutes");
    expect((await bookings())[0]).toMatchObject({ duration: 60 });
  });

  test("an owner tries both, and sees what was sent and answered", async () => {
    const owner = await world().signUp();
    const { times, booking } = await added(owner, must(TASTING, "event").link);
    const free = await owner.action(api.actions.test, { actionId: times._id, values: "{}" });
    expect(free).toMatchObject({ state: "done", status: 200, channel: null });
    const start = firstOf(must(free.answer, "answer"));
    const values = JSON.stringify({ ...ADA, start });
    const tried = await owner.action(api.actions.test, { actionId: booking._id, values });
    expect(tried).toMatchObject({ state: "done", status: 201 });
    expect(tried.sent?.url).toBe(`${calendar().url}/v2/bookings`);
  });

  // T120: docs/security.md
  test.each([
    "https://calendly.com/ada/30min",
    "https://cal.com/ada",
    "https://cal.com.evil.example/ada/30min",
    "https://ada:secret@cal.com/ada/30min",
    "https://cal.com:8443/ada/30min",
    "https://api.cal.com/v2/bookings",
    "http://127.0.0.1/ada/30min",
    "not a link",
    "",
  ])("%s is not a calendar's link", async (link) => {
    const owner = await world().signUp();
    await expect(added(owner, link)).rejects.toMatchObject({
      data: { code: "invalid_input", message: ACTION_REFUSALS.notACalendar },
    });
  });

  test("an unknown link, a calendar that is there, a full list and a vendor without an answer are refused", async () => {
    const owner = await world().signUp();
    const { link } = must(TASTING, "event");
    const { assistantId } = await added(owner, link);
    const add = (given: string) =>
      owner.action(api.actions.addCalendar, { assistantId, link: given, timeZone: "UTC" });
    await expect(add("https://cal.com/nobody/here")).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.calendarGone },
    });
    await expect(add(link)).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.calendarTwice },
    });
    await fail("no_answer", "page");
    await expect(add(must(CLASS, "event").link)).rejects.toMatchObject({
      data: { code: "calendar_unavailable", message: ACTION_REFUSALS.calendarUnread },
    });
    for (let count = 2; count < MAX_ACTIONS - 1; count++) {
      const action = anAction("https://example.com/", { name: `Action ${count}` });
      await owner.mutation(api.actions.save, { assistantId, ...action });
    }
    await expect(add(must(CLASS, "event").link)).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.tooMany },
    });
  });

  test("its name and description can be changed, and it stays what it is", async () => {
    const owner = await world().signUp();
    const { assistantId, booking } = await added(owner, must(TASTING, "event").link);
    const words = { name: "Book a tasting", description: "Books a tasting." };
    const save = (work: { kind: "times" } | { kind: "booking" }) =>
      owner.mutation(api.actions.save, {
        ...{ assistantId, actionId: booking._id, ...words, changesSomething: false, work },
      });
    await save({ kind: "booking" });
    const [, saved] = await owner.query(api.actions.list, { assistantId });
    expect(saved).toMatchObject({ ...words, changesSomething: true, work: booking.work });
    await expect(save({ kind: "times" })).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.kindKept },
    });
  });
});
