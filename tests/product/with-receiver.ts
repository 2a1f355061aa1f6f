import { afterEach, beforeAll } from "vitest";
import { opened } from "../opened.ts";
import { openReceiver, ACCEPT } from "./receiver.ts";
import type { Receiver } from "./receiver.ts";
import type { World } from "./world.ts";

/** An owner's webhook server for the following tests, reset after each of them. */
export function withReceiver(
  world: () => World,
  variables: Record<string, string> = {},
): Omit<Receiver, "close"> {
  const receiver = opened(openReceiver);
  beforeAll(() => world().setVariables({ ...variables, WEBHOOK_RECEIVERS: receiver().url }));
  afterEach(async () => {
    receiver().behave(ACCEPT);
    await world().settle();
    receiver().received.length = 0;
  });
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
