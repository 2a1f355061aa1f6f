import { beforeEach, expect, test } from "vitest";
import { isOurOAuthCode } from "./oauth-code";

const URL = "https://happy-animal-1.convex.cloud";
// As @convex-dev/auth 0.0.95 names them: src/react/client.tsx, useNamespacedStorage.
const VERIFIER = "__convexAuthOAuthVerifier_httpshappyanimal1convexcloud";
const TOKEN = "__convexAuthJWT_httpshappyanimal1convexcloud";

beforeEach(() => {
  localStorage.clear();
});

// T8: docs/security.md
test("a code that nobody here asked for is not ours", () => {
  expect(isOurOAuthCode(URL)).toBe(false);
});

test("the code of a sign-in that began in this browser is ours", () => {
  localStorage.setItem(VERIFIER, "verifier");
  expect(isOurOAuthCode(URL)).toBe(true);
});

// T8: docs/security.md
test("no code is ours while an owner is signed in", () => {
  localStorage.setItem(VERIFIER, "verifier");
  localStorage.setItem(TOKEN, "token");
  expect(isOurOAuthCode(URL)).toBe(false);
});

test("another backend's sign-in is not ours", () => {
  localStorage.setItem(VERIFIER, "verifier");
  expect(isOurOAuthCode("https://other.convex.cloud")).toBe(false);
});

test("a refusal, which travels as a code, is not handed to the library", () => {
  localStorage.setItem(VERIFIER, "verifier");
  expect(isOurOAuthCode(URL, { search: "?with=google&code=failed.address_unverified" })).toBe(
    false,
  );
  expect(isOurOAuthCode(URL, { search: "?with=google&code=12345678" })).toBe(true);
});
