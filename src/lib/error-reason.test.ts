import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { reasonOf } from "./error-reason";

test("the backend's own words reach the owner", () => {
  const error = new ConvexError({ code: "assistant_limit", message: "Delete one first." });
  expect(reasonOf(error)).toBe("Delete one first.");
});

test.each([new Error("[Request ID: 1] Server Error"), new ConvexError("odd"), "text", null])(
  "anything else stays out of sight",
  (error) => {
    expect(reasonOf(error)).toBe("Something went wrong. Please try again.");
  },
);
