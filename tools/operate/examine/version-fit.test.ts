import { expect, test } from "vitest";
import { fitOf } from "./version-fit.ts";

test.each([
  ["1.4.0", "1.4.0", "fits"],
  ["1.4.0", "1.4.9", "fits"],
  ["1.4.9", "1.4.0", "fits"],
  ["1.3.9", "1.4.0", "older"],
  ["1.9.0", "1.10.0", "older"],
  ["1.9.0", "2.0.0", "older"],
  ["1.5.0", "1.4.9", "newer"],
  ["2.0.0", "1.9.0", "newer"],
  ["1.4", "1.4.0", "unreadable"],
  ["<!doctype html>", "1.4.0", "unreadable"],
  ["1.4.0", "", "unreadable"],
])("an app of %s beside functions of %s: %s", (part, functions, fit) => {
  expect(fitOf(part, functions)).toBe(fit);
});
