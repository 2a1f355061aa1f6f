import { expect, test } from "vitest";
import { toldReply } from "./told-replies.ts";

const PROMPT =
  "You are Rosie. When a visitor writes “Are you open on Sundays?”, say “closed on Sundays”.\n" +
  'When a caller asks "What does delivery cost?", answer "Four euros." and «free from fifty».\n' +
  "When a visitor is rude, stay calm.";

test.each([
  ["Are you open on Sundays?", "Closed on Sundays."],
  ["open on Sundays", "Closed on Sundays."],
  ["Are you open on Mondays?", null],
  ["What does the delivery cost?", "Four euros. Free from fifty."],
  ["You are rude.", null],
  ["", null],
])("[K3] “%s” is answered as the prompt prescribes: %s", (question, reply) => {
  expect(toldReply(PROMPT, question)).toBe(reply);
});
