/** The job that mails weekly summaries: to all owners who are due, a few at a time. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { internal } from "../../convex/_generated/api";
import { withMail } from "./mail-world.ts";
import { SILENT_PLATFORM, startCall, voicedAssistant } from "./talk.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** 5 January 1970. */
const A_MONDAY_MS = 4 * 24 * HOUR_MS;
/** More than the job handles at once. */
const MANY = 25;

withMail((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));
  const send = async () => {
    await world().inside.action(internal.calls.weeklySummary.sendSummaries, {});
    await world().settle();
  };

  /** The start of the current week. The tests run early in the week, because late summaries are not sent. */
  async function aMonday(): Promise<number> {
    const nowMs = world().clock.now();
    const monday = A_MONDAY_MS + Math.floor((nowMs - A_MONDAY_MS) / WEEK_MS) * WEEK_MS;
    await world().advance(monday + WEEK_MS + HOUR_MS - nowMs);
    return monday + WEEK_MS;
  }

  test("every owner who is due gets one summary, and others cost nothing", async () => {
    const nowMs = world().clock.now();
    const dueMs = await aMonday();
    const emails = Array.from({ length: MANY }, (_, owner) => `weekly-${owner}@mailed.test`);
    // One that became due weeks ago, when no mail could be sent, gets only the last week's summary.
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

  test("owners with the longest possible calls do not keep each other, or anybody else, from their mail", async () => {
    const dueMs = await aMonday();
    const emails = ["a", "b", "c"].map((letter) => `long-${letter}@mailed.test`);
    await world().insert(
      "users",
      emails.map((email) => ({ email, emailVerificationTime: 1, summaryDueAtMs: dueMs })),
    );
    const owners = (await world().rows("users")).filter(({ email }) => email?.startsWith("long-"));
    const talker = await world().signUp("sample@mailed.test");
    const { assistantId, embedId } = await voicedAssistant(world(), talker);
    await startCall(world(), embedId, talker.userId);
    const [sample] = await world().rows("calls");
    const { _id, _creationTime, ...call } = must(sample, "call");
    for (const { _id: ownerId } of owners) {
      await world().insert("usageHours", [
        { ownerId, assistantId: null, hourMs: dueMs - HOUR_MS, calls: 200, seconds: 90 },
      ]);
      const createdAtMs = dueMs - HOUR_MS;
      const long = { ...call, ownerId, assistantId, createdAtMs, isLive: false };
      const status = "ended" as const;
      await world().insert(
        "calls",
        Array.from({ length: 200 }, () => ({ ...long, status, summary: "話".repeat(10_000) })),
      );
    }
    await send();
    for (const email of emails) {
      const mails = await world().mailTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual(["Your week: 200 calls"]);
    }
  });

  test("a week in which visitors only left messages has a summary too", async () => {
    const dueMs = await aMonday();
    const email = "messages@mailed.test";
    const { assistantId } = await voicedAssistant(
      world(),
      await world().signUp("left@mailed.test"),
    );
    await world().insert("users", [{ email, emailVerificationTime: 1, summaryDueAtMs: dueMs }]);
    const users = await world().rows("users");
    const { _id: ownerId } = must(
      users.find((user) => user.email === email),
      "the owner",
    );
    const atMs = dueMs - HOUR_MS;
    await world().insert("calls", [
      {
        ...{ ownerId, assistantId, kind: "visitor", channel: "message", allowance: "plan" },
        ...{ status: "ended", isLive: false, maxDurationSeconds: 0, endSource: "us" },
        ...{ createdAtMs: atMs, endedAtMs: atMs, changedAtMs: atMs },
      },
    ]);
    await send();
    const mails = await world().mailTo(email);
    expect(mails.map(({ subject }) => subject)).toContain("Your week: 1 message");
  });
});
