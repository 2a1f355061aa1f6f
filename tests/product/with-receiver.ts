import { afterAll, afterEach, beforeAll } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { openReceiver, ACCEPT } from "./receiver.ts";
import type { Receiver } from "./receiver.ts";
import type { World } from "./world.ts";

/** An owner's webhook server for the following tests, reset after each of them. */
export function withReceiver(
  world: () => World,
  variables: Record<string, string> = {},
): Omit<Receiver, "close"> {
  let opened: Receiver | null = null;
  const receiver = () => must(opened, "an open receiver");
  beforeAll(async () => {
    opened = await openReceiver();
    await world().setVariables({ ...variables, WEBHOOK_RECEIVERS: opened.url });
  });
  afterEach(async () => {
    receiver().behave(ACCEPT);
    await world().settle();
    receiver().received.length = 0;
  });
  afterAll(() => opened?.close());
  return {
    get url() {
      return receiver().url;
    },
    get received() {
      return receiver().received;
    },
    behave: (responder) => receiver().behave(responder),
    hangUp: () => receiver().hangUp(),
  };
}
