import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Chat } from "../store/resources.ts";
import { chatStream, piecesOf } from "./chat-stream.ts";

const TEXTS = [
  ["We open at nine.", ["We", " open", " at", " nine."]],
  ["Donaudampfschifffahrt", ["Donaudam", "pfschiff", "fahrt"]],
  ["朝九時に開きます。毎日です。", ["朝九時に開きます", "。毎日です。"]],
  ["One\n\nTwo \u{1F600}\n", ["One", "\n\nTwo", " \u{1F600}", "\n"]],
  ["", []],
] as const;

test.each(TEXTS)(
  "[S4] %o is cut into words or a few characters, and nothing is lost",
  (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
    expect(piecesOf(text).join("")).toBe(text);
  },
);

function chatThatSays(content: string): Chat {
  return {
    ...{ id: "chat", orgId: "o", createdAt: "", updatedAt: "", sessionId: "session" },
    ...{ input: "Hi", messages: [], output: [{ role: "assistant", content }], cost: 0, costs: [] },
  };
}

test("[S4] each event has a piece, and the last one is a mark", async () => {
  const text = await new Response(chatStream(chatThatSays("Hello there."))).text();
  const event = (delta: string) =>
    `data: {"id":"chat","sessionId":"session","path":"chat.output[0].content","delta":"${delta}"}\n\n`;
  expect(text).toBe(`${event("Hello")}${event(" there.")}data: [DONE]\n\n`);
});

test("[S4] nothing is made ahead of a slow reader but a few pieces", async () => {
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  const reader = chatStream(chatThatSays("la ".repeat(1000)), pause).getReader();
  await reader.read();
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  expect(pauses).toBeLessThan(5);
  for (let count = 0; count < 20; count++) await reader.read();
  expect(pauses).toBeGreaterThan(15);
  await reader.cancel();
});
