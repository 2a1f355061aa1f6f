import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { MESSAGES } from "../../convex/shared/messages";
import { ownedBy } from "./owned.ts";
import { refusal } from "./refusal.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  // T50: docs/security.md
  test("a deleted account is signed out at once and leaves nothing behind", async () => {
    const [owner, other] = [await world().signUp(), await world().signUp()];
    for (const name of ["Ada", "Grace"]) {
      await talk(world(), owner, await voicedAssistant(world(), owner, name), 20);
    }
    await talk(world(), other, await voicedAssistant(world(), other), 20);
    const [call] = await owner.action(api.calls.listCalls, {});
    await owner.mutation(api.calls.deleteCall, { callId: must(call, "call").id });
    const before = await ownedBy(world(), owner.userId);
    const counts = { assistants: 2, calls: 1, callTexts: 1, callDeletions: 1, ownerTotals: 1 };
    expect(before).toMatchObject(counts);

    await owner.mutation(api.account.deleteAccount, {});
    await expect(owner.query(api.assistants.listAssistants, {})).rejects.toEqual(
      refusal("not_signed_in", MESSAGES.notSignedIn),
    );
    await world().settle();
    expect(await ownedBy(world(), owner.userId)).toEqual({});
    expect(await other.action(api.calls.listCalls, {})).toHaveLength(1);
  });
});
