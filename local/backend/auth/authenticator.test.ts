import { expect, test } from "vitest";
import { createAuthenticator } from "./authenticator.ts";
import { InvalidToken, assumedIdentity } from "./identity.ts";

const KEY = "local|0123456789abcdef";
const authenticator = createAuthenticator(KEY, {
  forgetKeys: () => undefined,
  verify: async (token) => {
    if (token !== "good") throw new InvalidToken("bad token");
    return assumedIdentity({ subject: "user" });
  },
});

test("nobody in particular is a user without an identity", async () => {
  expect(await authenticator.authenticateHeader(undefined)).toEqual({
    kind: "user",
    identity: null,
  });
});

test("a bearer of a good token is its user", async () => {
  const caller = await authenticator.authenticateHeader("Bearer good");
  expect(caller).toMatchObject({ kind: "user", identity: { attributes: { subject: "user" } } });
});

test("[A2] the admin key makes an admin, who may act as a user", async () => {
  expect(await authenticator.authenticateHeader(`Convex ${KEY}`)).toEqual({
    kind: "admin",
    identity: null,
  });
  const assumed = Buffer.from('{"subject":"other"}').toString("base64");
  const caller = await authenticator.authenticateHeader(`Convex ${KEY}:${assumed}`);
  expect(caller).toMatchObject({ kind: "admin", identity: { attributes: { subject: "other" } } });
});

test.each(["Bearer bad", "Convex wrong", `Convex ${KEY}0`, `Convex ${KEY}:not-json`, "Basic YTpi"])(
  "[A2] the header %j is refused",
  async (header) => {
    await expect(authenticator.authenticateHeader(header)).rejects.toBeInstanceOf(InvalidToken);
  },
);
