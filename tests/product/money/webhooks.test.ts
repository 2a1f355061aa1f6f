/** Webhook events about the plan: sent once each, without mail. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { openReceiver } from "../receiver.ts";
import type { Receiver } from "../receiver.ts";
import { onEachBillingBackend, paying, useMinutes } from "./billing-world.ts";

onEachBillingBackend((world) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
    await world().setVariables({ WEBHOOK_RECEIVERS: receiver.url });
  });
  afterAll(() => receiver.close());

  test("thresholds of minutes and spending, and a published assistant, are announced once each", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, assistantId } = subscriber;
    await owner.mutation(api.webhooks.addEndpoint, {
      url: receiver.url,
      events: ["usage.threshold", "assistant.published"],
    });
    for (const minutes of [199, 1, 10, 39, 1, 20, 60, 74, 24, 14, 2, 10]) {
      await useMinutes(world(), subscriber, minutes);
      await world().settle();
    }
    for (let times = 0; times < 2; times++) {
      await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    }
    await world().settle();
    const received = receiver.received.map(({ event: { type, data } }) => {
      const { of, percent } = data;
      return type === "usage.threshold" ? [of, percent] : [type, data.assistantId];
    });
    expect(received).toEqual([
      ["minutes", 80],
      ["minutes", 100],
      ["spending", 80],
      ["spending", 100],
      ["assistant.published", assistantId],
    ]);
    expect(receiver.received[0]?.event.data).toMatchObject({
      usedMinutes: 200,
      includedMinutes: 250,
      isTrial: false,
    });
  });
});
