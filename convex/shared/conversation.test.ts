import { expect, test } from "vitest";
import {
  DEFAULT_CONVERSATION,
  problemWithConversation,
  type Conversation,
  tidyConversation,
} from "./conversation";

test("what there is before anything is decided is right", () => {
  expect(problemWithConversation(DEFAULT_CONVERSATION)).toBeNull();
});

const WRONG: [changed: Partial<Conversation>, field: keyof Conversation, says: string][] = [
  [{ greeting: " " }, "greeting", "The greeting is empty."],
  [{ greeting: "x".repeat(301) }, "greeting", "The greeting can have at most 300 characters."],
  [
    { silenceQuestion: "x".repeat(201) },
    "silenceQuestion",
    "The question after a silence can have at most 200 characters.",
  ],
  [{ closedWords: "" }, "closedWords", "The text for when it is closed is empty."],
  [
    { asksAfterSeconds: 2 },
    "asksAfterSeconds",
    "The question after a silence comes after 3 to 60 seconds.",
  ],
  [{ endsAfterSeconds: 121 }, "endsAfterSeconds", "A silent call ends after 10 to 120 seconds."],
  [{ endsAfterSeconds: NaN }, "endsAfterSeconds", "A silent call ends after 10 to 120 seconds."],
  [
    { asksAfterSeconds: 30, endsAfterSeconds: 30 },
    "endsAfterSeconds",
    "A silent call has to end later than the question comes.",
  ],
  [{ longestCallMinutes: 31 }, "longestCallMinutes", "The longest call can have 1 to 30 minutes."],
  [{ longestCallMinutes: 1.5 }, "longestCallMinutes", "The longest call can have 1 to 30 minutes."],
  [{ minutesADay: 0 }, "minutesADay", "The minutes a day are a number from 1 to 1,440."],
  [{ minutesADay: Infinity }, "minutesADay", "The minutes a day are a number from 1 to 1,440."],
  [
    { timeZone: "Mars/Olympus" },
    "timeZone",
    "The time zone is not known. Choose one such as Europe/Berlin.",
  ],
  [{ openingHours: [] }, "openingHours", "Opening hours have seven days, Monday first."],
];

test.each(WRONG)("%o is refused", (changed, field, says) => {
  expect(problemWithConversation({ ...DEFAULT_CONVERSATION, ...changed })).toEqual({ field, says });
});

test("nothing is asked, and as many minutes as there are, where null stands", () => {
  expect(
    problemWithConversation({ ...DEFAULT_CONVERSATION, asksAfterSeconds: null, minutesADay: null }),
  ).toBeNull();
});

test("texts are kept without the blanks around them", () => {
  expect(tidyConversation({ ...DEFAULT_CONVERSATION, greeting: " Hi. " })).toEqual({
    ...DEFAULT_CONVERSATION,
    greeting: "Hi.",
  });
});
