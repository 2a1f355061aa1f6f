/** The job that mails what a week was like: all of those who are due, a few at once. */
import { expect, test } from "vitest";
import { internal } from "../../convex/_generated/api";
import { withMail } from "./mail-world.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** 5 January 1970. */
const A_MONDAY_MS = 4 * 24 * HOUR_MS;
/** More than the job takes at once. */
const MANY = 25;

withMail((world) => {
  const send = async () => {
    await world().inside.mutation(internal.backstage.mail.sendSummaries, {});
    await world().settle();
  };

  test("all who are due get theirs, once, and who is not due costs nothing", async () => {
    const nowMs = world().clock.now();
    const monday = A_MONDAY_MS + Math.floor((nowMs - A_MONDAY_MS) / WEEK_MS) * WEEK_MS;
    // Older news nobody wants: so early in a week.
    await world().advance(monday + WEEK_MS + HOUR_MS - nowMs);
    const dueMs = monday + WEEK_MS;
    const emails = Array.from({ length: MANY }, (_, owner) => `weekly-${owner}@mailed.test`);
    // One that fell due weeks ago, when no mail could be sent, hears of the last week alone.
    const dueAt = (owner: number) => (owner === 0 ? dueMs - 3 * WEEK_MS : dueMs);
    await world().insert(
      "users",
      emails.map((email, owner) => ({
        email,
        emailVerificationTime: nowMs,
        summaryDueAtMs: dueAt(owner),
      })),
    );
    const owners = (await world().rows("users")).filter(({ email }) =>
      email?.startsWith("weekly-"),
    );
    await world().insert(
      "usageHours",
      owners.flatMap(({ _id: ownerId }) =>
        [dueMs - WEEK_MS, dueMs - HOUR_MS, dueMs, dueMs - WEEK_MS - HOUR_MS].map((hourMs) => ({
          ownerId,
          assistantId: null,
          hourMs,
          calls: 2,
          seconds: 90,
        })),
      ),
    );
    await send();
    for (const email of emails) {
      const mails = await world().mailTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual(["Your week: 4 calls"]);
      expect(mails[0]?.text).toContain("talked for 3 minutes");
    }
    const { read, written } = await world().documentsWithin(send);
    expect([read, written]).toEqual([0, 0]);
  });
});
