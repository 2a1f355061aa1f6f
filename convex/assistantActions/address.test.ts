import { afterEach, expect, test, vi } from "vitest";
import { ACTION_REFUSALS, unknownParameter } from "../shared/actionMessages";
import { checkedTemplate, filledAddress } from "./address";
import type { Parameter } from "./table";

afterEach(() => vi.unstubAllEnvs());

const parameter = (name: string, isRequired = true): Parameter => ({
  ...{ name, type: "string", description: "It.", isRequired },
});
const ORDER = [parameter("order"), parameter("note", false)];

test.each([
  [" https://example.com/orders/{order} ", "https://example.com/orders/{order}"],
  [
    "https://example.com:8443/a?o={order}&n={note}#x",
    "https://example.com:8443/a?o={order}&n={note}",
  ],
])("%s is kept as %s", (given, kept) => {
  expect(checkedTemplate(given, ORDER)).toBe(kept);
});

const refusals: [keyof typeof ACTION_REFUSALS, string[]][] = [
  [
    "notAnAddress",
    [
      ...["", "example.com/{order}", "https://", "https://exa mple.com/", "https:\\\\{order}/x"],
      "https://exam\nple.com/",
    ],
  ],
  ["notHttps", ["http://example.com/", "ftp://example.com/{order}"]],
  [
    "hostParameter",
    [
      ...["https://{order}/", "https://{order}.example.com/", "https://example.com:{order}/"],
      ...["https://a:{order}@example.com/", "https://example.com{order}", "https:{order}/x"],
      ...["https:/{order}/x", "https:///{order}/x"],
    ],
  ],
  ["userInfo", ["https://me:secret@example.com/"]],
  ["notAName", ["https://127.0.0.1/", "https://169.254.169.254/{order}", "https://[::1]/"]],
  ["notPublic", ["https://localhost/", "https://router.lan/{order}"]],
  ["port", ["https://example.com:22/"]],
  ["tooLong", [`https://example.com/${"x".repeat(500)}`]],
  ["braces", ["https://example.com/{order", "https://example.com/{{order}}"]],
  ["optionalInPath", ["https://example.com/{note}"]],
];

// T113: docs/security.md
test.each(refusals.flatMap(([why, given]) => given.map((one) => [one, why] as const)))(
  "%s is refused: %s",
  (given, why) => {
    expect(() => checkedTemplate(given, ORDER)).toThrow(
      expect.objectContaining({ data: { code: "invalid_input", message: ACTION_REFUSALS[why] } }),
    );
  },
);

test("a parameter that does not exist is named", () => {
  expect(() => checkedTemplate("https://example.com/{table}", ORDER)).toThrow(
    expect.objectContaining({
      data: { code: "invalid_input", message: unknownParameter("table") },
    }),
  );
});

// T113: docs/security.md
test.each([
  ["7", "https://example.com/orders/7/items?n=7"],
  ["a/b?c#d&e", "https://example.com/orders/a%2Fb%3Fc%23d%26e/items?n=a%2Fb%3Fc%23d%26e"],
  ["//evil.example", "https://example.com/orders/%2F%2Fevil.example/items?n=%2F%2Fevil.example"],
  ["@evil.example", "https://example.com/orders/%40evil.example/items?n=%40evil.example"],
  ["é \ud800", "https://example.com/orders/%C3%A9%20%EF%BF%BD/items?n=%C3%A9%20%EF%BF%BD"],
])("the value %j stays in its own part of the address", (order, filled) => {
  const url = filledAddress("https://example.com/orders/{order}/items?n={order}", { order });
  expect(url?.href).toBe(filled);
});

// T113: docs/security.md
test.each([".", ".."])("the value %j is refused in the path", (order) => {
  expect(filledAddress("https://example.com/orders/{order}", { order })).toBeNull();
  expect(filledAddress("https://example.com/{order}/", { order })).toBeNull();
  expect(filledAddress("https://example.com/?o={order}", { order })?.search).toBe(`?o=${order}`);
});

// T113: docs/security.md
test("a server on this machine is accepted only if the deployment names it", () => {
  expect(() => checkedTemplate("http://127.0.0.1:4281/{order}", ORDER)).toThrow();
  vi.stubEnv("WEBHOOK_RECEIVERS", "http://127.0.0.1:4281");
  expect(checkedTemplate("http://127.0.0.1:4281/{order}", ORDER)).toContain("{order}");
  expect(filledAddress("http://127.0.0.1:4281/{order}", { order: "7" })?.port).toBe("4281");
  vi.stubEnv("WEBHOOK_RECEIVERS", "");
  expect(filledAddress("http://127.0.0.1:4281/{order}", { order: "7" })).toBeNull();
});
