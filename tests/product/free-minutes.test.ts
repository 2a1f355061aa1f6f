import { beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { testLimitReached } from "../../convex/shared/messages";
import {
  advanceToNoon,
  endOfCallReport,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  talk,
  voicedAssistant,
} from "./talk.ts";
import { type } from "./typed.ts";
import { onEachBackend } from "./world.ts";

const { checkFreeTrialLimit, getTestUsage, getCurrentMonthUsage, checkUsageLimits } = api.usage;
const MONTH_MS = 32 * 86_400_000;

onEachBackend((world) => {
  beforeAll(async () => {
    await world().setVariables(SILENT_PLATFORM);
    await advanceToNoon(world());
  });

  test("an owner without calls has all free minutes", async () => {
    const owner = await world().signUp();
    expect(await owner.query(checkFreeTrialLimit, {})).toEqual({
      hasSubscription: false,
      limitExceeded: false,
      freeTrialLimit: 10,
      remainingMinutes: 10,
      totalMinutesUsed: 0,
    });
    expect(await owner.query(getTestUsage, {})).toEqual({
      canUse: true,
      totalMinutesUsed: 0,
      remainingMinutes: 10,
    });
    expect(await owner.query(checkUsageLimits, {})).toMatchObject({ hasSubscription: false });
    expect(await owner.query(getCurrentMonthUsage, {})).toEqual({
      ...{ totalMinutes: 0, typedMinutes: 0 },
      totalCalls: 0,
      usageByAssistant: {},
    });
  });

  test("call time is counted with one decimal, in total and by assistant", async () => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner, "Ada");
    const grace = await voicedAssistant(world(), owner, "Grace");
    await talk(world(), owner, ada, 59);
    await talk(world(), owner, ada, 61);
    await talk(world(), owner, grace, 90);
    expect(await owner.query(getTestUsage, {})).toMatchObject({
      totalMinutesUsed: 3.5,
      remainingMinutes: 6.5,
    });
    expect(await owner.query(getCurrentMonthUsage, {})).toEqual({
      ...{ totalMinutes: 3.5, typedMinutes: 0 },
      totalCalls: 3,
      usageByAssistant: {
        [ada.assistantId]: { minutes: 2, calls: 2 },
        [grace.assistantId]: { minutes: 1.5, calls: 1 },
      },
    });
  });

  test("the used and the remaining minutes add up to the total", async () => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner);
    await talk(world(), owner, ada, 3);
    const shown = { totalMinutesUsed: 0.1, remainingMinutes: 9.9 };
    expect(await owner.query(getTestUsage, {})).toMatchObject(shown);
    expect(await owner.query(checkFreeTrialLimit, {})).toMatchObject(shown);
  });

  // T23: docs/security.md
  test("a call lasts no longer than the remaining minutes, and no call starts without any", async () => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner);
    const first = await talk(world(), owner, ada, 9 * 60);
    expect(first.maxDurationSeconds).toBe(600);
    const second = await talk(world(), owner, ada, 55);
    expect(second.maxDurationSeconds).toBe(60);
    expect(await owner.query(getTestUsage, {})).toMatchObject({ canUse: false });
    expect(await owner.query(checkFreeTrialLimit, {})).toMatchObject({ limitExceeded: true });
    await expect(startCall(world(), ada.embedId, owner.userId)).rejects.toThrow(
      testLimitReached(9.9),
    );
  });

  test("whoever has used up the free minutes in calls cannot test by typing either", async () => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner);
    await talk(world(), owner, ada, 598);
    const who = { bearer: await owner.token(), embedId: ada.embedId };
    const refused = await type(world(), who, { text: "When do you open?" });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: "test_limit_reached",
      message: testLimitReached(10),
    });
    expect(await owner.query(api.calls.recentCalls, { channel: "text" })).toEqual([]);
  });

  // T23: docs/security.md
  test.each([
    ["in order", ["in-progress", "ended"]],
    ["the end first", ["ended", "in-progress"]],
  ])("a call counts from its end, before its report arrives: %s", async (_order, statuses) => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner);
    const { platformCallId } = await startCall(world(), ada.embedId, owner.userId);
    const startedAtMs = world().clock.now();
    const lengthMs = 9 * 60_000;
    await world().advance(lengthMs);
    // The clock of the local backend also goes on by itself.
    const times = { "in-progress": startedAtMs, ended: startedAtMs + lengthMs };
    for (const status of statuses) {
      const message = statusUpdate(platformCallId, status, times[status as keyof typeof times]);
      await sendReport(world(), message);
    }
    expect(await owner.query(getTestUsage, {})).toMatchObject({ totalMinutesUsed: 9 });
    const second = await startCall(world(), ada.embedId, owner.userId);
    expect(second.maxDurationSeconds).toBe(60);
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds: 538 }));
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({ seconds: 538 });
  });

  test("free minutes do not renew with a new month, whose own usage starts at zero", async () => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner);
    await talk(world(), owner, ada, 120);
    await world().advance(MONTH_MS);
    await world().settle();
    expect(await owner.query(getTestUsage, {})).toMatchObject({ totalMinutesUsed: 2 });
    await talk(world(), owner, ada, 60);
    expect(await owner.query(getCurrentMonthUsage, {})).toMatchObject({
      totalMinutes: 1,
      totalCalls: 1,
    });
  });

  test("an owner can make one test call at a time", async () => {
    const owner = await world().signUp();
    const ada = await voicedAssistant(world(), owner);
    await startCall(world(), ada.embedId, owner.userId);
    await expect(startCall(world(), ada.embedId, owner.userId)).rejects.toThrow(/busy/);
  });

  // T12, T20: docs/security.md
  test("nobody can call an assistant that is not live, or test another owner's assistant", async () => {
    const [owner, other] = [await world().signUp(), await world().signUp()];
    const { embedId } = await voicedAssistant(world(), owner);
    await expect(startCall(world(), embedId, null)).rejects.toThrow(/not available/);
    await expect(startCall(world(), embedId, other.userId)).rejects.toThrow(/not available/);
    const lookup = { embedId };
    const { getAssistantByEmbedId, getAssistantByEmbedIdForTesting } = api.assistants;
    expect(await world().visitor.query(getAssistantByEmbedId, lookup)).toBeNull();
    expect(await other.query(getAssistantByEmbedIdForTesting, lookup)).toBeNull();
    expect(await owner.query(getAssistantByEmbedIdForTesting, lookup)).toEqual({
      embedId,
      name: "Ada",
      widgetColor: "#3b82f6",
      widgetIcon: "mic",
      widgetSize: "medium",
      hasVoice: true,
      greeting: "Hello, this is Ada. How can I help you?",
    });
  });
});
