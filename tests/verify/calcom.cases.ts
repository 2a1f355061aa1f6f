/** Cases on Cal.com that need no account: the product's own requests about one public event type. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { calendarOn, checkedLink } from "../../convex/assistantActions/calendarPage.ts";
import {
  createBooking,
  fetchEventPage,
  fetchSlots,
  refusalIn,
  slotsUrl,
} from "../../convex/vendors/calCom.ts";
import { remote } from "./remote.ts";

const { link, url } = must(must(remote, "the runner").calCom, "the event type's link");
if (url !== undefined) process.env.CALCOM_URL = url;

const DAY_MS = 86_400_000;
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function described() {
  const page = must(await fetchEventPage(checkedLink(link)), "the page's answer");
  expect(page.status).toBe(200);
  return must(calendarOn(page.text, checkedLink(link), "UTC"), "the event type on the page");
}

test("[K1] the page for programs has what the product needs", async () => {
  const calendar = await described();
  expect(calendar.eventTypeId).toBeGreaterThan(0);
  expect(calendar.minutes).toBeGreaterThan(0);
  const missing = checkedLink(`${link}-that-there-is-not`);
  expect(must(await fetchEventPage(missing), "answer").isOk).toBe(false);
});

test("[K2] the free times of two weeks come by day, without a key", async () => {
  const { eventTypeId, timeZone } = await described();
  const asked = { eventTypeId, timeZone, start: dayAhead(1), end: dayAhead(14) };
  const answer = must(await fetchSlots(slotsUrl(asked)), "answer");
  expect(answer.status).toBe(200);
  const { status, data } = JSON.parse(answer.text) as { status: string; data: object };
  expect(status).toBe("success");
  for (const times of Object.values(data) as { start: string }[][]) {
    for (const { start } of times) expect(Date.parse(start)).toBeGreaterThan(Date.now());
  }
});

test("[K5, K6] a booking in the past is a 400 with a reason", async () => {
  const { eventTypeId, timeZone, hasLengths, minutes, fields } = await described();
  const body = {
    ...{ eventTypeId, start: "2020-01-06T08:00:00.000Z" },
    attendee: { name: "Hark", email: "verify@example.com", timeZone },
    ...(hasLengths ? { lengthInMinutes: minutes } : {}),
    bookingFieldsResponses: Object.fromEntries(fields.map(({ name }) => [name, "none"])),
  };
  const answer = must(await createBooking(JSON.stringify(body)), "answer");
  expect(answer.status).toBe(400);
  expect(refusalIn(answer.text)).not.toBe("");
});
