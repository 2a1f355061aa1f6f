import { expect, test, vi } from "vitest";
import type { AssistantConfig, StoredCall } from "../store/resources.ts";
import { Room } from "./room.ts";
import type { RoomParts } from "./room.ts";

/** What a room that nobody has entered has had spoken. */
function spokenFor(assistant: AssistantConfig) {
  const speak = vi.fn<RoomParts["synthesizer"]["speak"]>(async () => new Int16Array());
  const parts = { synthesizer: { speak } } as unknown as RoomParts;
  const events = {
    onStart: () => undefined,
    onMessages: () => undefined,
    onServerMessage: () => undefined,
    onToolCalls: async () => null,
    onEndWanted: () => undefined,
  };
  const room = new Room(parts, { assistant } as StoredCall, { path: "r", events });
  expect(room.isFree()).toBe(true);
  return speak.mock.calls.map(([text]) => text);
}

test("[C6] the first sentence is made while the visitor's page is on its way", () => {
  expect(spokenFor({ firstMessage: "Good morning. How can I help you?" })).toEqual([
    "Good morning.",
  ]);
});

test("[C6] nothing is made for an assistant that does not speak first", () => {
  const firstMessageMode = "assistant-waits-for-user";
  expect(spokenFor({ firstMessage: "Good morning.", firstMessageMode })).toEqual([]);
  expect(spokenFor({})).toEqual([]);
});
