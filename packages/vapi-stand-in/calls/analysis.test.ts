import { expect, test } from "vitest";
import type { CallMessage } from "../store/resources.ts";
import { analyze } from "./analysis.ts";

const say = (role: CallMessage["role"], message: string): CallMessage => ({
  role,
  message,
  time: 0,
  secondsFromStart: 0,
});

test("[C10] a call with an answered question is a success and says what was asked", () => {
  const messages = [
    say("system", "Be brief."),
    say("bot", "Hello."),
    say("user", "when do you open"),
    say("bot", "At nine. Every day."),
  ];
  expect(analyze({ messages, answeredTurns: 1, minMessages: 2 })).toEqual({
    summary: "The visitor said “when do you open”. The assistant's last answer began: “At nine.”",
    successEvaluation: "true",
  });
});

test("[C10] a call without an answer is none", () => {
  const messages = [say("bot", "Hello."), say("user", "what")];
  const { successEvaluation } = analyze({ messages, answeredTurns: 0, minMessages: 2 });
  expect(successEvaluation).toBe("false");
});

test("[C10] a call in which too little was said is not analyzed", () => {
  expect(analyze({ messages: [say("bot", "Hello.")], answeredTurns: 0, minMessages: 2 })).toEqual(
    {},
  );
});
