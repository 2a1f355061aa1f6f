import { expect, test } from "vitest";
import { alikeAmong, groupAlike, wordsOf } from "./similarQuestions";

const grouped = (...questions: string[]) => groupAlike(questions, (question) => question);

test.each([
  ["When do you open on Sundays?", "Are you open on Sunday"],
  ["Is there parking?", "Where can I park?"],
  ["What are your prices for deliveries?", "the price of a delivery, please"],
  ["Avez-vous des gâteaux ?", "avez vous des gateaux"],
  ["Do you sell winter tyres?", "Do you sell tyres?"],
  ["Who are you?", "who are you"],
])("%s is asked again as %s", (first, second) => {
  expect(grouped(first, second)).toEqual([[first, second]]);
});

test.each([
  ["When do you open on Sundays?", "Do you deliver on Sundays?"],
  ["Do you sell tyres?", "Do you have parking?"],
  ["Can I?", "Do you?"],
])("%s is not %s", (first, second) => {
  expect(grouped(first, second)).toEqual([[first], [second]]);
});

test("what is asked most comes first, and then what came first", () => {
  const questions = ["Is it vegan?", "Do you sell tyres?", "Any parking?", "Is there parking?"];
  expect(grouped(...questions)).toEqual([
    ["Any parking?", "Is there parking?"],
    ["Is it vegan?"],
    ["Do you sell tyres?"],
  ]);
  expect(grouped()).toEqual([]);
});

test("a question joins those that it is most like", () => {
  const [first, second] = ["red winter tyres", "red winter tyres cheap today"];
  expect(grouped(first, second, "cheap red winter tyres today now")).toEqual([
    [first, second, "cheap red winter tyres today now"],
  ]);
});

test("words without letters are told apart all the same", () => {
  expect(wordsOf("???")).toEqual(new Set(["???"]));
  expect(wordsOf("Don’t you open?")).toEqual(new Set(["dont", "open"]));
});

test("the most similar question is found, and none that only shares common words", () => {
  const find = alikeAmong(["Do you sell tyres?", "Do you sell winter tyres?"], (one) => one);
  expect(find("Can I buy winter tyres?")).toBe("Do you sell winter tyres?");
  expect(find("Do you sell bread and wine?")).toBeNull();
});
