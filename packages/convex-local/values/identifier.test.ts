import { expect, test } from "vitest";
import { findBadIdentifier } from "./identifier.ts";

test.each(["a", "_a1", "Z_9", "default", "a".repeat(64)])("%s is a name", (name) => {
  expect(findBadIdentifier(name)).toBeNull();
});

test.each([
  ["", "cannot be empty"],
  ["1a", "Invalid first character '1' in 1a"],
  ["a$", "Identifier a$ has invalid character '$'"],
  ["é", "Invalid first character 'é'"],
  ["aé", "has invalid character 'é'"],
  ["__", "Identifier __ cannot have exclusively underscores"],
  ["a".repeat(65), "Identifier is too long (65 > maximum 64)"],
])("[T7] %j is no name", (name, words) => {
  expect(findBadIdentifier(name)).toContain(words);
});
