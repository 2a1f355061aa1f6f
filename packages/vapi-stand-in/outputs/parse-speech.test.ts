import { expect, test } from "vitest";
import { dateIn, emailIn, nameIn, numbersIn, phoneIn, yesOrNoIn } from "./parse-speech.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 10, 25, 12);

test.each([
  ["my address is ada dot byron at example dot co dot uk thanks", "ada.byron@example.co.uk"],
  ["write to ada underscore one at example dot org", "ada_one@example.org"],
  ["Ada@Example.com please", "ada@example.com"],
  ["we met at noon", null],
  ["look at example dot com", "look@example.com"],
])("%s has the address %s", (said, address) => {
  expect(emailIn(said)).toBe(address);
});

test.each([
  ["my number is five five five one two three four", "5551234"],
  ["it's oh one seven double five two three", "0175523"],
  ["oh two of them", null],
  ["call plus four nine three oh one two three", "+4930123"],
  ["call me at +49 (30) 123-456", "+4930123456"],
  ["two loaves at five", null],
])("%s has the number %s", (said, number) => {
  expect(phoneIn(said)).toBe(number);
});

test.each([
  ["a table for twenty five people", [25]],
  ["two hundred rolls and a cake", [200]],
  ["thirty-one", [31]],
  ["12 rolls", [12]],
  ["none at all", []],
])("%s has the numbers %s", (said, numbers) => {
  expect(numbersIn(said).map(({ value }) => value)).toEqual(numbers);
});

test.each([
  ["tomorrow at nine", "2026-11-26"],
  ["on friday please", "2026-11-27"],
  ["next wednesday", "2026-12-02"],
  ["on the fifth of december", "2026-12-05"],
  ["december twenty first", "2026-12-21"],
  ["may 3rd", "2027-05-03"],
  ["the thirtieth of february", null],
  ["on 2027-01-02", "2027-01-02"],
  ["as soon as you can", null],
])("%s is the day %s", (said, day) => {
  expect(dateIn(said, NOW)).toBe(day);
});

test.each([
  ["hello my name is ada lovelace and i would like two loaves", "Ada Lovelace"],
  ["this is jean-luc from the garage", "Jean-Luc"],
  ["it's a mistake", null],
  ["i want bread", null],
])("%s has the name %s", (said, name) => {
  expect(nameIn(said)).toBe(name);
});

test.each([
  ["yes please", true],
  ["no thank you", false],
  ["yes but not today", false],
  ["maybe", null],
])("%s says %s", (said, answer) => {
  expect(yesOrNoIn(said)).toBe(answer);
});
