/** The messengers' stand-in for the tests of a world, which owners' connections lead to. */
import { afterEach, beforeAll } from "vitest";
import { startMessengers } from "@hark/messengers-stand-in";
import { SITE_URL } from "../contract/deployment.ts";
import { opened } from "../opened.ts";
import type { World } from "./world.ts";

export interface ShownMessage {
  vendor: string;
  channel: string;
  text: string;
  links: string[];
  body: unknown;
}

export interface Messengers {
  /** The stand-in's address. */
  url(): string;
  /** The messages that arrived, the oldest first. */
  messages(): Promise<ShownMessage[]>;
  /** Orders a failure for the next messages. */
  fail(fault: { vendor: string; kind: string; times?: number; seconds?: number }): Promise<void>;
}

export function withMessengers(
  world: () => World,
  variables: Record<string, string> = {},
): Messengers {
  const standIn = opened(async () => startMessengers({ port: 0, clock: world().clock }));
  const request = async (method: string, route: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${standIn().pageUrl}/${route}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`);
    return await answer.json();
  };
  beforeAll(() =>
    world().setVariables({
      ...variables,
      SITE_URL,
      TRIAL_KEYS: "a-key-of-these-tests",
      MESSENGERS_API_URL: standIn().url,
    }),
  );
  afterEach(async () => {
    await world().settle();
    await request("DELETE", "messages");
    await request("DELETE", "faults");
  });
  return {
    url: () => standIn().url,
    async messages() {
      const { messages } = (await request("GET", "messages")) as { messages: ShownMessage[] };
      return messages.toReversed();
    },
    async fail(fault) {
      await request("POST", "faults", fault);
    },
  };
}
