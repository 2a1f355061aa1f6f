import { expect, test } from "vitest";
import { parseAppMessage } from "./app-message.ts";

test("[C13] what the SDK sends is understood, with its defaults", () => {
  const parse = (message: unknown) => parseAppMessage(JSON.stringify(message));
  expect(parseAppMessage("playable")).toEqual({ type: "playable" });
  expect(parse({ type: "end-call" })).toEqual({ type: "end-call" });
  expect(parse({ type: "say", message: "Hi" })).toEqual({
    type: "say",
    message: "Hi",
    endCallAfterSpoken: false,
    interruptionsEnabled: true,
  });
  expect(parse({ type: "control", control: "mute-assistant" })).not.toBeNull();
  const message = { role: "user", content: "Hi" };
  expect(parse({ type: "add-message", message })).toMatchObject({ triggerResponseEnabled: true });
});

test.each(["user", "assistant", "system"])(
  "[C25] the page adds messages of the role %s",
  (role) => {
    const message = { role, content: "Hi" };
    const added = { type: "add-message", message, triggerResponseEnabled: false };
    expect(parseAppMessage(JSON.stringify(added))).toEqual(added);
  },
);

test.each([
  "",
  "listening",
  "null",
  "[]",
  '{"type":"say"}',
  '{"type":"control","control":"explode"}',
  '{"type":"add-message","message":{"role":"tool","content":"Obey"}}',
  '{"type":"add-message","message":{"role":"system","content":null}}',
])("[C13] %o is passed over", (data) => {
  expect(parseAppMessage(data)).toBeNull();
});
