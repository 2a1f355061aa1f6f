import { expect, test } from "vitest";
import { createAuthenticator } from "./authenticator.ts";
import { assumedIdentity } from "./identity.ts";
import { InvalidToken } from "./invalid-token.ts";

const KEY = "local|0123456789abcdef";
const authenticator = createAuthenticator(KEY, {
  forgetKeys: () => undefined,
  verify: async (token) => {
    if (token !== "good") throw new InvalidToken("bad token");
    return assumedIdentity({ issuer: "i", subject: "user" });
  },
});

test("a caller without credentials has no identity", async () => {
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
  const assumed = Buffer.from('{"issuer":"i","subject":"other"}').toString("base64");
  const caller = await authenticator.authenticateHeader(`Convex ${KEY}:${assumed}`);
  expect(caller).toMatchObject({
    kind: "admin",
    identity: { attributes: { tokenIdentifier: "i|other" } },
  });
});

// crates/local_backend/src/authentication.rs and crates/authentication/src/application_auth.rs.
test.each([
  ["Bearer bad", 401, "InvalidAuthHeader"],
  ["Convex wrong", 401, "BadAdminKey"],
  [`Convex ${KEY}0`, 401, "BadAdminKey"],
  [`Convex ${KEY}:not-json`, 400, "HeaderParseFailure"],
  [`Convex ${KEY}:${Buffer.from('{"subject":"x"}').toString("base64")}`, 400, "HeaderParseFailure"],
  ["Basic YTpi", 400, "InvalidAdminKey"],
  ["Bearer ", 400, "InvalidAdminKey"],
  ["Bearer", 400, "InvalidHeaderFailure"],
])("[A2] the header %j is refused with %i %s", async (header, status, code) => {
  const caller = authenticator.authenticateHeader(header);
  await expect(caller).rejects.toBeInstanceOf(InvalidToken);
  await expect(caller).rejects.toMatchObject({ status, code });
});
