import { ConvexError, convexToJson } from "convex/values";
import { expect, test } from "vitest";
import { DeveloperError, clientMessage, failureFrom, toCallerError } from "./failure.ts";

const options = { requestId: "abc", isRedacted: false };

/** As convex/server leaves a ConvexError that a function threw: its data as JSON text. */
function thrownByFunction(data: { code: string }) {
  const error = new ConvexError(data);
  Object.assign(error, { data: JSON.stringify(convexToJson(data)) });
  return error;
}

test("[F3] an error's text is shown where errors are not redacted", () => {
  const message = clientMessage(failureFrom(new TypeError("boom")), options);
  expect(message).toMatch(/^\[Request ID: abc\] Server Error\nUncaught TypeError: boom/);
});

test("[F3] a redacted error has no text of its own", () => {
  const failure = failureFrom(new Error("the database password is hunter2"));
  expect(clientMessage(failure, { ...options, isRedacted: true })).toBe(
    "[Request ID: abc] Server Error",
  );
});

test("[F3] a ConvexError's data reaches the client either way", () => {
  expect(failureFrom(thrownByFunction({ code: "nope" })).data).toEqual({ code: "nope" });
});

test("a caller can catch the ConvexError of the function that it called", () => {
  const error = toCallerError(thrownByFunction({ code: "nope" }));
  expect(error).toMatchObject({ data: { code: "nope" } });
});

test("a mistake in the call keeps its own message", () => {
  expect(failureFrom(new DeveloperError("Could not find it")).message).toBe("Could not find it");
});

test("what is thrown need not be an error", () => {
  expect(failureFrom("just text").message).toBe("Uncaught just text");
});
