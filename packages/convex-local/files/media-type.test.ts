import { expect, test } from "vitest";
import { parseMediaType } from "./media-type.ts";

// hyperium/mime, src/parse.rs.
test.each([
  ["text/csv", "text/csv"],
  ["Image/SVG+XML", "image/svg+xml"],
  ["*/*", "*/*"],
  ["text/", "text/"],
  ["text/html; Charset=UTF-8", "text/html; charset=utf-8"],
  ["text/html;charset=UTF-8", "text/html;charset=utf-8"],
  ['Text/X; Name="A; b" ; Other=C', 'text/x; name="A; b" ; other=C'],
  ["text/x;a=", "text/x;a="],
])("%j is a media type, written %j", (text, written) => {
  expect(parseMediaType(text)).toBe(written);
});

test.each([
  ["", "a slash (/) was missing between the type and subtype"],
  ["text", "a slash (/) was missing between the type and subtype"],
  ["/csv", "an invalid token was encountered, 2F at position 0"],
  ["text html", "an invalid token was encountered, 20 at position 4"],
  ["text/a b", "an invalid token was encountered, 20 at position 6"],
  ["text/;a=b", "an invalid token was encountered, 3B at position 5"],
  ["text/x; ", "an equals sign (=) was missing between a parameter and its value"],
  ["text/x; a", "an equals sign (=) was missing between a parameter and its value"],
  ["text/x; =b", "an invalid token was encountered, 3D at position 8"],
  ["text/x; a=;", "an invalid token was encountered, 3B at position 10"],
  ['text/x; a="b', 'a quote (") was missing from a parameter value'],
  ['text/x; a=""', 'a quote (") was missing from a parameter value'],
])("%j is none, and why", (text, why) => {
  expect(() => parseMediaType(text)).toThrow(`mime parse error: ${why}`);
});
