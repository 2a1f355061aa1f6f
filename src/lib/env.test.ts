import { expect, test } from "vitest";
import { readConvexUrl, readSalesEmail, readSupportEmail } from "./env";

test("the backend's address is taken without a slash at the end", () => {
  expect(readConvexUrl({ VITE_CONVEX_URL: "http://127.0.0.1:3210/" })).toBe(
    "http://127.0.0.1:3210",
  );
});

test.each([{}, { VITE_CONVEX_URL: "" }])("a missing backend address is named", (env) => {
  expect(() => readConvexUrl(env)).toThrow("VITE_CONVEX_URL is not set");
});

test.each(["backend", "ftp://backend", "javascript:alert(1)"])(
  "'%s' is not an address of a backend",
  (value) => {
    expect(() => readConvexUrl({ VITE_CONVEX_URL: value })).toThrow("must be an http(s) address");
  },
);

test("support mail goes to the configured address", () => {
  expect(readSupportEmail({ VITE_SUPPORT_EMAIL: "help@bakery.example" })).toBe(
    "help@bakery.example",
  );
  expect(readSupportEmail({})).toBe("support@hark.example");
});

test.each([
  [{ VITE_SALES_EMAIL: "sales@bakery.example" }, "sales@bakery.example"],
  [{ VITE_SUPPORT_EMAIL: "help@bakery.example" }, "help@bakery.example"],
  [{}, "support@hark.example"],
])("with %j, sales mail goes to %s", (env, address) => {
  expect(readSalesEmail(env)).toBe(address);
});
