import { SignJWT, exportJWK, generateKeyPair } from "jose";
import type { CryptoKey } from "jose";
import { beforeAll, expect, test } from "vitest";
import { AdjustableClock } from "../../clock.ts";
import { createTokenVerifier } from "./identity.ts";
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
  audience?: string;
  issuer?: string;
  expires?: string;
}

async function sign(claims: Record<string, unknown>, options: TokenOptions = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256" })
    .setSubject("user|session")
    .setIssuer(options.issuer ?? ISSUER)
    .setAudience(options.audience ?? "convex")
    .setExpirationTime(options.expires ?? "1h")
    .sign(options.key ?? ours.privateKey);
}

function newVerifier(clock = new AdjustableClock(), asked: string[] = []) {
  return createTokenVerifier(() => [PROVIDER], clock, serveKeys(asked));
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

test("the provider's keys are asked for once, not for every token", async () => {
  const asked: string[] = [];
  const verifier = newVerifier(new AdjustableClock(), asked);
  await verifier.verify(await sign({}));
  await verifier.verify(await sign({}));
  expect(asked).toEqual(["/.well-known/openid-configuration", "/.well-known/jwks.json"]);
});

test("a token that has expired by the shared clock is refused", async () => {
  const clock = new AdjustableClock();
  const token = await sign({}, { expires: "1h" });
  clock.advance(DAY_MS);
  await expect(newVerifier(clock).verify(token)).rejects.toThrow(
    "Could not verify OIDC token claim",
  );
});

test("a token signed with another key is refused", async () => {
  const token = await sign({}, { key: theirs });
  await expect(newVerifier().verify(token)).rejects.toThrow("Could not verify OIDC token claim");
});

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
