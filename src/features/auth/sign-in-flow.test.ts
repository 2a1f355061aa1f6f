import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { MESSAGES } from "../../../convex/shared/messages";
import { failureText } from "./sign-in-flow";

const invalidPassword = new ConvexError({ code: "invalid_password", message: "Invalid password." });

test("a wrong password is named in both flows", () => {
  expect(failureText(invalidPassword, "signIn")).toBe("Invalid password. Please try again.");
  expect(failureText(new Error("Uncaught Error: Invalid password"), "signUp")).toBe(
    "Invalid password. Please try again.",
  );
});

test("any other failure asks whether the other flow was meant", () => {
  expect(failureText(new Error("Server Error"), "signIn")).toBe(
    "Could not sign in, did you mean to sign up?",
  );
  expect(failureText(new Error("Server Error"), "signUp")).toBe(
    "Could not sign up, did you mean to sign in?",
  );
});

test.each([
  ["invalid_email", MESSAGES.invalidEmail],
  ["weak_password", MESSAGES.passwordTooShort],
  ["too_many_attempts", MESSAGES.tooManyAttempts],
])("what the visitor can change is said as it is: %s", (code, message) => {
  expect(failureText(new ConvexError({ code, message }), "signUp")).toBe(message);
});
