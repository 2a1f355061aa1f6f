import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { fetchFailureText } from "./fetch-failure";

test.each([
  [new ConvexError({ code: "not_signed_in", message: "Please sign in." }), "Please sign in."],
  [
    new Error("[CONVEX A(calls:listCalls)] [Request ID: 5f] Server Error\n  Called by client"),
    "Server Error",
  ],
  [new Error("Connection lost"), "Connection lost"],
  [new Error(""), "Failed to fetch calls"],
  ["odd", "Failed to fetch calls"],
])("%s", (error, text) => {
  expect(fetchFailureText(error)).toBe(text);
});
