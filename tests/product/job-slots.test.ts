/** A job that hangs keeps its own slot and blocks no other: docs/security.md, T64. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { freeSlots } from "../../convex/jobs/slots";
import type { Id } from "../../convex/_generated/dataModel";
import { eventually } from "../eventually.ts";
import { keyIn, withMail } from "./mail-world.ts";
import { ACCEPT } from "./receiver.ts";
import { json, openScriptedPlatform } from "./scripted-platform.ts";
import type { ScriptedPlatform } from "./scripted-platform.ts";
import { SILENT_PLATFORM, startCall, voicedAssistant } from "./talk.ts";
import { withReceiver } from "./with-receiver.ts";

const EACH = { when: "each", assistantId: null, hour: 8, timeZone: "UTC" } as const;
const MINUTE_MS = 60_000;
const OWNERS = 4;
const ENDPOINTS = 5;

withMail((world) => {
  const receiver = withReceiver(world, SILENT_PLATFORM);
  let platform: ScriptedPlatform;
  beforeAll(async () => {
    platform = await openScriptedPlatform();
    await world().setVariables({ VAPI_API_URL: platform.url });
  });
  afterAll(() => platform.close());

  const sweep = () => world().inside.mutation(internal.jobs.startJobs.sweep, {});
  const callOf = async (callId: Id<"calls">) =>
    must(
      (await world().rows("calls")).find(({ _id }) => _id === callId),
      "call",
    );

  /** From now on no request to the receiver gets a response until all are released. */
  function holdRequests() {
    const held: (() => void)[] = [];
    receiver.behave((response, one) => void held.push(() => ACCEPT(response, one)));
    return {
      held,
      release() {
        receiver.behave(ACCEPT);
        for (const end of held) end();
      },
    };
  }

  // T64: docs/security.md
  test("while webhook endpoints hang, unjoined calls free their slots on time, and mail, reports and deletion continue", async () => {
    const endpoints: (() => Promise<unknown>)[] = [];
    for (let number = 0; number < OWNERS; number++) {
      const owner = await world().signUp();
      for (let count = 0; count < ENDPOINTS; count++) {
        const url = `${receiver.url}${number}/${count}`;
        const { id: endpointId } = await owner.mutation(api.webhooks.addEndpoint, {
          url,
          events: ["call.ended"],
        });
        endpoints.push(() => owner.mutation(api.webhooks.sendTest, { endpointId }));
      }
    }
    const [owner, leaving] = [await world().signUp("owner@places.test"), await world().signUp()];
    const key = keyIn(await world().newestTo(owner.email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    const { embedId } = await voicedAssistant(world(), owner);
    const gone = await voicedAssistant(world(), leaving);
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    platform.answer(`GET /call/${platformCallId}`, json({ id: platformCallId, status: "queued" }));

    const requests = holdRequests();
    try {
      for (const sendTest of endpoints) await sendTest();
      await eventually(() => requests.held.length > 0);
      // Deliveries that failed once wait in the slow queue, and fill it too.
      world().skip(MINUTE_MS);
      await sweep();
      await eventually(async () => !(await callOf(callId)).isLive);
      const runs = (await world().rows("jobs")).filter(
        ({ kind, leaseId }) => leaseId !== null && /webhook/i.test(kind),
      );
      const places = freeSlots("webhook").all + freeSlots("slowWebhook").all;
      expect(runs.length).toBeLessThanOrEqual(places);

      const to = "colleague@places.test";
      await owner.mutation(api.outcomeMails.addRecipient, { address: to, ...EACH });
      await eventually(async () => (await world().mails()).some((mail) => mail.to.includes(to)));

      world().skip(2 * MINUTE_MS);
      await sweep();
      await eventually(() => platform.requests.includes(`GET /call/${platformCallId}`));

      await leaving.mutation(api.account.deleteAccount, {});
      await eventually(() =>
        platform.requests.some((line) => line.startsWith("DELETE /assistant/")),
      );
      const assistants = await world().rows("assistants");
      expect(assistants.some(({ _id }) => _id === gone.assistantId)).toBe(false);
    } finally {
      requests.release();
    }
  });
});
