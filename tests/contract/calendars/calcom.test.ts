/** Cal.com, as it documents and publishes itself: docs/fidelity/calendars.md. */
import { afterEach, expect, test } from "vitest";
import { startCalCom } from "@hark/calcom-stand-in";
import { opened } from "../../opened.ts";

const at = opened(() => startCalCom({ port: 0 }));
afterEach(async () => {
  await fetch(`${at().pageUrl}/bookings`, { method: "DELETE" });
});

const SLOTS = { "cal-api-version": "2024-09-04" };
const BOOKINGS = { "cal-api-version": "2026-02-25", "Content-Type": "application/json" };
const DAY_MS = 86_400_000;
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const ATTENDEE = { name: "Ada", email: "ada@example.com", timeZone: "Europe/Berlin" };

async function slots(given: Record<string, string> = {}) {
  const query = new URLSearchParams({
    ...{ eventTypeId: "4300001", start: dayAhead(1), end: dayAhead(7), timeZone: "Europe/Berlin" },
    ...given,
  });
  const answer = await fetch(`${at().url}/v2/slots?${query}`, { headers: SLOTS });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body };
}

async function free(given: Record<string, string> = {}): Promise<string[]> {
  const { body } = await slots(given);
  return Object.values(body.data as Record<string, { start: string }[]>).flatMap((day) =>
    day.map(({ start }) => start),
  );
}

async function book(given: Record<string, unknown>) {
  const answer = await fetch(`${at().url}/v2/bookings`, {
    method: "POST",
    headers: BOOKINGS,
    body: JSON.stringify({ eventTypeId: 4300001, attendee: ATTENDEE, ...given }),
  });
  const body = (await answer.json()) as { data?: Record<string, unknown>; error?: unknown };
  return { status: answer.status, body };
}

const inUtc = (start = "") => new Date(start).toISOString();

test("[K1] an event type's page for programs has its id, lengths, time zone and required fields", async () => {
  const page = await (await fetch(`${at().url}/hark-bakery/wedding-cake.md`)).text();
  expect(page).toMatch(/^# Wedding cake with Hark Bakery$/m);
  expect(page).toMatch(/^- Event type id: 4300002$/m);
  expect(page).toMatch(/^- Duration: 60 min$/m);
  expect(page).toMatch(/^- Host time zone: Europe\/Berlin$/m);
  expect(page).toMatch(/^- Required fields: .*`wedding-day` \(When is the wedding\?\)$/m);
  expect((await fetch(`${at().url}/hark-bakery/nothing.md`)).status).toBe(404);
});

test("[K2] free times come by day, with the offset of the time zone that was asked for, and need no key", async () => {
  const { status, body } = await slots();
  expect(status).toBe(200);
  expect(body.status).toBe("success");
  const [[day, times] = ["", []]] = Object.entries(
    body.data as Record<string, { start: string }[]>,
  );
  expect(times[0]?.start).toMatch(new RegExp(`^${day}T09:00:00.000\\+0[12]:00$`));
  expect(await free({ timeZone: "UTC" })).toContain(inUtc(times[0]?.start).replace("Z", "+00:00"));
});

test("[K2, K5] a wrong parameter is a 400, an unknown event type a 404, with a reason", async () => {
  const wrong = await slots({ start: "tomorrow" });
  expect(wrong).toMatchObject({ status: 400, body: { status: "error" } });
  const unknown = await slots({ eventTypeId: "7" });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: "NotFoundException" } } });
});

test("[K3, K4] a booking is answered with 201, and its time is no longer free", async () => {
  const [start] = await free();
  const { status, body } = await book({ start: inUtc(start) });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ status: "accepted", start: inUtc(start), duration: 30 });
  expect(await free()).not.toContain(start);
});

test("[K3, K4] a host may have to confirm, a required field must be there, and a length can be chosen", async () => {
  const [start] = await free({ eventTypeId: "4300002" });
  const wedding = { eventTypeId: 4300002, start: inUtc(start) };
  expect(await book(wedding)).toMatchObject({ status: 400 });
  const responses = { bookingFieldsResponses: { "wedding-day": "June 5" } };
  expect(await book({ ...wedding, ...responses })).toMatchObject({
    ...{ status: 201, body: { data: { status: "pending" } } },
  });
  const [long] = await free({ eventTypeId: "4300003", duration: "120" });
  const lesson = { eventTypeId: 4300003, start: inUtc(long), lengthInMinutes: 120 };
  expect(await book(lesson)).toMatchObject({ status: 201, body: { data: { duration: 120 } } });
});

test("[K6] a time that is taken, past or not offered is a 400 with a reason", async () => {
  const [start] = await free();
  await book({ start: inUtc(start) });
  for (const [wanted, reason] of [
    [inUtc(start), "already has booking"],
    ["2020-01-06T09:00:00Z", "in the past"],
    [`${dayAhead(300)}T09:00:00Z`, "can't be booked"],
  ]) {
    const { status, body } = await book({ start: wanted });
    expect(status).toBe(400);
    expect(JSON.stringify(body.error)).toContain(reason);
  }
});

test("[K3] a wrong body is a 400, and so is a missing version", async () => {
  const [start] = await free();
  for (const wrong of [
    { start: "tomorrow" },
    { start: inUtc(start), attendee: { ...ATTENDEE, email: "ada" } },
    { start: inUtc(start), attendee: { ...ATTENDEE, timeZone: "Berlin" } },
    { start: inUtc(start), lengthInMinutes: 45 },
  ]) {
    expect((await book(wrong)).status).toBe(400);
  }
  const answer = await fetch(`${at().url}/v2/slots?eventTypeId=4300001`);
  expect(answer.status).toBe(400);
});

test("[F3] pages of other origins cannot read the page", async () => {
  const headers = { Origin: "https://elsewhere.example" };
  expect((await fetch(at().pageUrl, { headers })).status).toBe(403);
  expect((await fetch(at().pageUrl)).status).toBe(200);
});
