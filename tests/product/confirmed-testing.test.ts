/** If the deployment can send mail, only owners with a confirmed address get more than two free minutes. */
import { beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { confirmToKeepTesting, testLimitReached } from "../../convex/shared/messages";
import { keyIn, withMail } from "./mail-world.ts";
import { advanceToNoon, SILENT_PLATFORM, startCall, talk, voicedAssistant } from "./talk.ts";
import type { Owner } from "./world.ts";

withMail((world) => {
  beforeAll(async () => {
    await world().setVariables(SILENT_PLATFORM);
    await advanceToNoon(world());
  });

  let people = 0;
  const newAddress = () => `tester-${(people += 1)}@hark.example`;

  async function confirm(owner: Owner): Promise<void> {
    await owner.mutation(api.account.sendConfirmation, {});
    const key = keyIn(await world().newestTo(owner.email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
  }

  // T96: docs/security.md
  test("after two minutes of free calls, a test call requires a confirmed address", async () => {
    const owner = await world().signUp(newAddress());
    const ada = await voicedAssistant(world(), owner);
    const first = await talk(world(), owner, ada, 115);
    expect(first.maxDurationSeconds).toBe(120);
    const next = () => startCall(world(), ada.embedId, owner.userId);
    await expect(next()).rejects.toThrow(confirmToKeepTesting(owner.email));
    await confirm(owner);
    expect(await next()).toMatchObject({ maxDurationSeconds: 485 });
  });

  // T96: docs/security.md
  test("an owner who deletes the account and signs up again continues with the remaining minutes", async () => {
    const email = newAddress();
    const owner = await world().signUp(email);
    await confirm(owner);
    await talk(world(), owner, await voicedAssistant(world(), owner), 400);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    // Another spelling of the same mailbox.
    const again = await world().signUp(email.replace("@", "+again@"));
    const grace = await voicedAssistant(world(), again);
    await confirm(again);
    expect(await again.query(api.usage.getTestUsage, {})).toMatchObject({ totalMinutesUsed: 6.7 });
    expect(await again.query(api.calls.callTotals, {})).toMatchObject({ seconds: 0 });
    const call = await talk(world(), again, grace, 195);
    expect(call.maxDurationSeconds).toBe(200);
    await expect(startCall(world(), grace.embedId, again.userId)).rejects.toThrow(
      testLimitReached(9.9),
    );
    await again.mutation(api.account.deleteAccount, {});
    const marks = JSON.stringify(await world().rows("freeMinuteMarks"));
    expect(marks).not.toContain("@");
  });

  // T96: docs/security.md
  test("an unconfirmed address neither uses another account's minutes nor reveals them", async () => {
    const email = newAddress();
    const owner = await world().signUp(email);
    await confirm(owner);
    await talk(world(), owner, await voicedAssistant(world(), owner), 500);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    const other = await world().signUp(email);
    expect(await other.query(api.usage.getTestUsage, {})).toMatchObject({ totalMinutesUsed: 0 });
  });
});
