import { expect, test } from "vitest";
import type { FieldKind } from "../../../convex/shared/requestedFields";
import { readFieldValue } from "./field-value";

test.each<[FieldKind, string]>([
  ["email", "Ada.Lovelace+post@mail.example.com"],
  ["phone", "+44 (20) 7946-0100"],
  ["number", "4711"],
  ["number", "-3,50"],
  ["number", "12-34/5"],
  ["number", "٤٧١١"],
  ["name", "Zoë O’Brien"],
  ["text", "Mill Lane 12"],
])("as %s, “%s” is taken to the letter", (kind, typed) => {
  expect(readFieldValue(kind, ` ${typed} `)).toBe(typed);
});

test.each<[FieldKind, string]>([
  ["email", "ada"],
  ["phone", "call me"],
  ["number", "seven"],
  ["number", ""],
  ["name", "   "],
  ["text", ""],
])("as %s, “%s” is refused", (kind, typed) => {
  expect(readFieldValue(kind, typed)).toBeNull();
});
