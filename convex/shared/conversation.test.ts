import { expect, test } from "vitest";
import {
  DEFAULT_CONVERSATION,
  problemWithConversation,
  tidyConversation,
  type Conversation,
} from "./conversation";

test("the defaults are valid", () => {
  expect(problemWithConversation(DEFAULT_CONVERSATION)).toBeNull();
});

const WRONG: [changed: Partial<Conversation>, field: keyof Conversation, says: string][] = [
  [{ greeting: " " }, "greeting", "Please write the greeting."],
  [{ greeting: "x".repeat(301) }, "greeting", "The greeting can have at most 300 characters."],
  [
    { silenceQuestion: "x".repeat(201) },
    "silenceQuestion",
    "The check-in question can have at most 200 characters.",
  ],
  [{ closedWords: "" }, "closedWords", "Please write the message when closed."],
  [
    { asksAfterSeconds: 2 },
    "asksAfterSeconds",
    "Choose 3 to 60 seconds for the check-in question.",
  ],
  [
    { endsAfterSeconds: 121 },
    "endsAfterSeconds",
    "Choose 10 to 120 seconds of silence before hanging up.",
  ],
  [
    { endsAfterSeconds: NaN },
    "endsAfterSeconds",
    "Choose 10 to 120 seconds of silence before hanging up.",
  ],
  [
    { asksAfterSeconds: 30, endsAfterSeconds: 30 },
    "endsAfterSeconds",
    "The assistant must hang up later than it asks the check-in question.",
  ],
  [
    { longestCallMinutes: 31 },
    "longestCallMinutes",
    "Choose 1 to 30 minutes for the longest call.",
  ],
  [
    { longestCallMinutes: 1.5 },
    "longestCallMinutes",
    "Choose 1 to 30 minutes for the longest call.",
  ],
  [{ minutesADay: 0 }, "minutesADay", "Choose 1 to 1,440 minutes per day."],
  [{ minutesADay: Infinity }, "minutesADay", "Choose 1 to 1,440 minutes per day."],
  [
    { timeZone: "Mars/Olympus" },
    "timeZone",
    "Unknown time zone. Choose one such as Europe/Berlin.",
  ],
  [{ openingHours: [] }, "openingHours", "Opening hours need seven days, starting with Monday."],
];

test.each(WRONG)("%o is refused", (changed, field, says) => {
  expect(problemWithConversation({ ...DEFAULT_CONVERSATION, ...changed })).toEqual({ field, says });
});

test("null turns off the check-in question and the daily limit", () => {
  expect(
    problemWithConversation({ ...DEFAULT_CONVERSATION, asksAfterSeconds: null, minutesADay: null }),
  ).toBeNull();
});

test("texts are saved without the blanks around them", () => {
  expect(tidyConversation({ ...DEFAULT_CONVERSATION, greeting: " Hi. " })).toEqual({
    ...DEFAULT_CONVERSATION,
    greeting: "Hi.",
  });
});
