import { expect, test } from "vitest";
import { toCaptions } from "./captions";
import { someDetails } from "../lib/sample-call";

test("each says their words until the next one speaks", () => {
  expect(toCaptions(someDetails().messages)).toBe(
    "WEBVTT\n\n" +
      "00:00:00.400 --> 00:00:02.100\n<v Assistant>Hello.\n\n" +
      "00:00:02.100 --> 00:00:12.100\n<v Visitor>When do you open?\n",
  );
});

test("words are text, on one line, and those without a time are left out", () => {
  const captions = toCaptions([
    { role: "user", text: "a < b -->\n\nc", secondsFromStart: 3_601 },
    { role: "assistant", text: "whenever" },
  ]);
  expect(captions).toContain("01:00:01.000 --> 01:00:11.000\n<v Visitor>a &lt; b --&gt; c\n");
  expect(captions).not.toContain("whenever");
});
