import { expect, test } from "vitest";
import { isAt, loginPathFor, returnPathFrom } from "./routes";

test("signing in comes back to the page that was asked for", () => {
  const login = loginPathFor("/dashboard/calls?status=ended#latest");
  expect(returnPathFrom(new URL(login, window.location.origin).search)).toBe(
    "/dashboard/calls?status=ended#latest",
  );
});

test("the login page stays plain for the dashboard itself", () => {
  expect(loginPathFor("/dashboard")).toBe("/login");
  expect(returnPathFrom("")).toBe("/dashboard");
});

// T9: docs/security.md
test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/login",
  "x",
])("a link cannot send an owner to %s after signing in", (destination) => {
  expect(returnPathFrom(`?next=${encodeURIComponent(destination)}`)).toBe("/dashboard");
});

test.each([
  ["/dashboard", "/dashboard", true],
  ["/dashboard", "/dashboard/", true],
  ["/dashboard", "/dashboard/assistants/k17/edit", true],
  ["/dashboard", "/dashboard/calls", false],
  ["/dashboard", "/dashboard/nowhere", false],
  ["/dashboard/calls", "/dashboard/calls/trends", true],
  ["/dashboard/calls", "/dashboard/callsigns", false],
  ["/dashboard/account", "/dashboard/account", true],
])("the entry %s is current at %s: %s", (route, pathname, isCurrent) => {
  expect(isAt(route, pathname)).toBe(isCurrent);
});
