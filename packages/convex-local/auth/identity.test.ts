import { SignJWT, exportJWK, generateKeyPair } from "jose";
import type { CryptoKey, JWTPayload } from "jose";
import { beforeAll, expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { assumedIdentity, createTokenVerifier } from "./identity.ts";
import type { AuthProvider } from "./providers.ts";

const ISSUER = "http://127.0.0.1:4277";
const PROVIDER: AuthProvider = { type: "oidc", domain: ISSUER, applicationID: "convex" };
const DAY_MS = 24 * 60 * 60 * 1000;

let ours: { privateKey: CryptoKey; keySet: string };
let theirs: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const keySet = JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(pair.publicKey)) }] });
  ours = { privateKey: pair.privateKey, keySet };
  theirs = (await generateKeyPair("RS256")).privateKey;
});

function serveKeys(asked: string[] = []) {
  return async (url: string) => {
    asked.push(new URL(url).pathname);
    if (url.endsWith("/.well-known/openid-configuration")) {
      return Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}/.well-known/jwks.json` });
    }
    return new Response(ours.keySet);
  };
}

interface TokenOptions {
  key?: CryptoKey;
  audience?: string | string[];
  issuer?: string;
  expires?: string;
}

async function sign(claims: Record<string, unknown>, options: TokenOptions = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256" })
    .setSubject("user|session")
    .setIssuer(options.issuer ?? ISSUER)
    .setAudience(options.audience ?? "convex")
    .setIssuedAt()
    .setExpirationTime(options.expires ?? "1h")
    .sign(options.key ?? ours.privateKey);
}

function newVerifier(clock = new AdjustableClock(), asked: string[] = []) {
  return createTokenVerifier({
    providers: () => [PROVIDER],
    clock,
    fetchDocument: serveKeys(asked),
  });
}

test("a token of the provider gives its user's identity", async () => {
  const token = await sign({ email: "a@example.com", email_verified: true, plan: "pro" });
  const { attributes, expiresAtMs } = await newVerifier().verify(token);
  expect(attributes).toEqual({
    tokenIdentifier: `${ISSUER}|user|session`,
    issuer: ISSUER,
    subject: "user|session",
    email: "a@example.com",
    emailVerified: true,
    plan: "pro",
  });
  expect(expiresAtMs).toBeGreaterThan(Date.now());
});

test("a refreshed token with the same claims is the same identity", async () => {
  const verifier = newVerifier();
  const first = await verifier.verify(await sign({}, { expires: "1h" }));
  const second = await verifier.verify(await sign({}, { expires: "2h" }));
  expect(second.key).toBe(first.key);
});

test("the provider's keys are fetched once, not for every token", async () => {
  const asked: string[] = [];
  const verifier = newVerifier(new AdjustableClock(), asked);
  await verifier.verify(await sign({}));
  await verifier.verify(await sign({}));
  expect(asked).toEqual(["/.well-known/openid-configuration", "/.well-known/jwks.json"]);
});

// T81: docs/security.md
test("a token that has expired by the shared clock is refused", async () => {
  const clock = new AdjustableClock();
  const token = await sign({}, { expires: "1h" });
  clock.advance(DAY_MS);
  await expect(newVerifier(clock).verify(token)).rejects.toThrow(
    "Could not verify OIDC token claim",
  );
});

// T81: docs/security.md
test("a token signed with another key is refused", async () => {
  const token = await sign({}, { key: theirs });
  await expect(newVerifier().verify(token)).rejects.toThrow("Could not verify OIDC token claim");
});

// T81: docs/security.md
test.each([{ audience: "someone-else" }, { issuer: "https://evil.example" }])(
  "a token with %j has no provider here",
  async (options) => {
    const token = await sign({}, options);
    await expect(newVerifier().verify(token)).rejects.toThrow("No auth provider found");
  },
);

test.each(["", "abc", "a.b.c"])("the text %j is no token", async (token) => {
  await expect(newVerifier().verify(token)).rejects.toThrow("Could not parse JWT payload");
});

test("the standard claims have Convex's names, the protocol's own are left out, others stay", async () => {
  const token = await sign({
    given_name: "Ada",
    website: "https://ada.example",
    updated_at: 1_700_000_000,
    address: { formatted: "12 St James's Square", country: "England" },
    nonce: "n",
    fva: [1, 2],
    plan: { name: "pro" },
  });
  const { attributes } = await newVerifier().verify(token);
  expect(attributes).toEqual({
    tokenIdentifier: `${ISSUER}|user|session`,
    issuer: ISSUER,
    subject: "user|session",
    givenName: "Ada",
    websiteUrl: "https://ada.example",
    updatedAt: "2023-11-14T22:13:20+00:00",
    address: "12 St James's Square",
    plan: { name: "pro" },
  });
});

test("an OIDC token with a second audience is refused", async () => {
  const token = await sign({}, { audience: ["convex", "other"] });
  await expect(newVerifier().verify(token)).rejects.toMatchObject({ code: "Unauthenticated" });
});

test("an OIDC token without an issue time is refused", async () => {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "RS256" })
    .setSubject("user")
    .setIssuer(ISSUER)
    .setAudience("convex")
    .setExpirationTime("1h")
    .sign(ours.privateKey);
  await expect(newVerifier().verify(token)).rejects.toThrow(
    "Could not parse as OIDC ID token. Token might not be an OIDC-compliant JWT.",
  );
});

const CUSTOM: AuthProvider = {
  type: "customJwt",
  issuer: "https://custom.example",
  jwks: "https://custom.example/keys",
  algorithm: "RS256",
  applicationID: "convex",
};

interface CustomOptions {
  kid?: string;
  nowMs?: number;
  answer?: () => Response;
  isRedacted?: boolean;
}

/** What the custom provider's verifier makes of a token with these claims, at 1,000 s. */
function verifyCustom(claims: JWTPayload, options: CustomOptions = {}) {
  const { nowMs = 1_000_000, isRedacted = false } = options;
  const keySet = JSON.parse(ours.keySet) as { keys: object[] };
  const named = { keys: keySet.keys.map((key) => ({ ...key, kid: "ours" })) };
  const answer = options.answer ?? (() => Response.json(named));
  const verifier = createTokenVerifier({
    providers: () => [CUSTOM],
    clock: { now: () => nowMs, schedule: () => () => undefined },
    fetchDocument: () => Promise.resolve(answer()),
    isRedacted,
  });
  const kid = "kid" in options ? options.kid : "ours";
  return new SignJWT({ iss: "custom.example", aud: "convex", sub: "ada", exp: 2_000, ...claims })
    .setProtectedHeader({ alg: "RS256", ...(kid === undefined ? {} : { kid }) })
    .sign(ours.privateKey)
    .then((token) => verifier.verify(token));
}

test("a custom token's claims keep their names, those inside of others are named by their path", async () => {
  const claims = { email: "a@example.com", given_name: "Ada", org: { id: 1, deep: { a: null } } };
  expect((await verifyCustom({ ...claims, fva: [1] })).attributes).toEqual({
    tokenIdentifier: "custom.example|ada",
    issuer: "custom.example",
    subject: "ada",
    email: "a@example.com",
    given_name: "Ada",
    "org.id": 1,
    "org.deep.a": null,
  });
});

test("clocks may differ by five seconds", async () => {
  await verifyCustom({ exp: 995, iat: 1_005, nbf: 1_005 });
});

// get-convex/convex-backend, crates/authentication/src/lib.rs; get-convex/biscuit, src/lib.rs and src/errors.rs.
test.each<[string, JWTPayload, CustomOptions, string]>([
  ["expired", { exp: 994 }, {}, "Could not validate token: Token expired 6 seconds ago"],
  ["issued later", { iat: 1_006 }, {}, "Could not validate token: Token will be valid in 6 seco"],
  ["valid later", { nbf: 1_060 }, {}, "Could not validate token: Token will be valid in 60 sec"],
  ["without a kid", {}, { kid: undefined }, "Could not decode token. JWT may be missing a 'kid'"],
  ["of an unknown kid", {}, { kid: "x" }, "(key ID) header is 'x', does this key match any key"],
  ["of an unknown kid, redacted", {}, { kid: "x", isRedacted: true }, "doesn't match any key in"],
  ["without an end", { exp: undefined }, {}, "Could not verify token claim. Check that the JWT"],
  ["of nobody", { sub: undefined }, {}, "Could not verify token claim. Check that the JWT contai"],
  ["of no keys", {}, { answer: () => Response.json([]) }, "Invalid JWKS response body from 'http"],
  [
    "of lost keys",
    {},
    { answer: () => new Response("", { status: 503, statusText: "Service Unavailable" }) },
    "Could not fetch JWKS from URL 'https://custom.example/keys': HTTP 503 Service Unavailable.",
  ],
  [
    "of keys in a text",
    {},
    { answer: () => new Response("{}") },
    "Invalid Content-Type 'text/plain;charset=UTF-8' when fetching JWKS from",
  ],
])("a custom token %s is refused in Convex's words", async (_, claims, options, words) => {
  const call = verifyCustom(claims, options);
  await expect(call).rejects.toMatchObject({ code: "InvalidAuthHeader", status: 401 });
  await expect(call).rejects.toThrow(words);
});

test("errors list the providers, unless errors are redacted", async () => {
  const known = "[CustomJWT(issuer=https://custom.example, app_id=convex)]";
  await expect(verifyCustom({ aud: "other" })).rejects.toThrow(known);
  const hidden = verifyCustom({ iss: "other.example" }, { isRedacted: true });
  await expect(hidden).rejects.toMatchObject({
    code: "NoAuthProvider",
    message: "No auth provider found matching the given token",
  });
});

test("the error for a failed discovery has the provider and its response", async () => {
  const verifier = createTokenVerifier({
    providers: () => [PROVIDER],
    clock: new AdjustableClock(),
    fetchDocument: () => Promise.resolve(new Response("gone", { status: 410 })),
  });
  await expect(verifier.verify(await sign({}))).rejects.toMatchObject({
    code: "AuthProviderDiscoveryFailed",
    message: `Auth provider discovery of ${ISSUER} failed: 410 gone`,
  });
});

test("an admin must name the user to act as, in one of two ways", () => {
  expect(assumedIdentity({ issuer: "a", subject: "b" }).attributes.tokenIdentifier).toBe("a|b");
  const named = assumedIdentity({ tokenIdentifier: "t", name: "Ada" });
  expect(named.attributes).toEqual({ tokenIdentifier: "t", name: "Ada" });
  expect(() => assumedIdentity({ subject: "b" })).toThrow('Either "tokenIdentifier" or "issuer"');
});
