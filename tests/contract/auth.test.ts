/**
 * The product's own sign-in, with @convex-dev/auth from npm, on the local backend. Sources: get-convex/convex-auth,
 * src/server/implementation; for the verification of tokens get-convex/convex-backend, crates/authentication/src/lib.rs
 * `validate_id_token`.
 */
import { ConvexHttpClient } from "convex/browser";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FunctionReference } from "convex/server";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { generateAuthKeys } from "../../tools/start/auth-keys.ts";
import { adminClient } from "../admin-client.ts";
import { PRODUCT_FOLDER, startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";
import { SITE_URL, TRIAL_KEYS } from "./deployment.ts";

const HOUR_MS = 3_600_000;

let deployment: AnyDeployment;
let http: ConvexHttpClient;
let accounts = 0;

beforeAll(async () => {
  const environment = { ...(await generateAuthKeys()), SITE_URL, TRIAL_KEYS };
  deployment = await startDeployment(PRODUCT_FOLDER, environment);
});

afterAll(() => deployment.close());

beforeEach(() => {
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

interface Tokens {
  token: string;
  refreshToken: string;
}

async function signIn(args: Parameters<typeof http.action<typeof api.auth.signIn>>[1]) {
  const { tokens } = await http.action(api.auth.signIn, args);
  return tokens as Tokens | null;
}

async function signUp(): Promise<Tokens & { email: string }> {
  accounts += 1;
  const email = `owner-${accounts}@example.com`;
  const params = { email, password: "correct horse", flow: "signUp" };
  const tokens = await signIn({ provider: "password", params });
  if (tokens === null) throw new Error("Signing up gave no tokens");
  return { ...tokens, email };
}

const whoAmI = async () => (await http.query(api.auth.loggedInUser, {}))?.email ?? null;

// convex-auth, tokens.ts `generateToken`.
test("[G1] a token names its user and is signed by the deployment", async () => {
  const { token, email } = await signUp();
  expect(await whoAmI()).toBeNull();
  http.setAuth(token);
  expect(await whoAmI()).toBe(email);
  expect(decodeJwt(token)).toMatchObject({ iss: deployment.backend.siteUrl, aud: "convex" });
});

// convex-auth, mutations/refreshSession.ts and refreshTokens.ts.
test("[G2] an expired token is refused, and the refresh token returns a new one", async () => {
  const { token, refreshToken, email } = await signUp();
  deployment.clock.advance(2 * HOUR_MS);
  http.setAuth(token);
  await expect(whoAmI()).rejects.toThrow("Could not verify OIDC token claim");
  http.clearAuth();
  const refreshed = await signIn({ refreshToken });
  http.setAuth(refreshed?.token ?? "");
  expect(await whoAmI()).toBe(email);
});

test("[G2] a refresh token that is used again two generations later ends its whole session", async () => {
  const { refreshToken: first } = await signUp();
  const second = await signIn({ refreshToken: first });
  const third = await signIn({ refreshToken: second?.refreshToken ?? "" });
  deployment.clock.advance(HOUR_MS);
  expect(await signIn({ refreshToken: first })).toBeNull();
  expect(await signIn({ refreshToken: third?.refreshToken ?? "" })).toBeNull();
});

test("[G2] the refresh token before the newest returns the newest again, however late it is used", async () => {
  const { refreshToken: first } = await signUp();
  const second = await signIn({ refreshToken: first });
  deployment.clock.advance(20 * 24 * HOUR_MS);
  const again = await signIn({ refreshToken: first });
  expect(again?.refreshToken).toBe(second?.refreshToken);
  expect(await signIn({ refreshToken: second?.refreshToken ?? "" })).not.toBeNull();
});

// convex-auth, mutations/signOut.ts.
test("[G3] signing out ends the session, and its refresh token no longer works", async () => {
  const { token, refreshToken } = await signUp();
  http.setAuth(token);
  await http.action(api.auth.signOut, {});
  http.clearAuth();
  expect(await signIn({ refreshToken })).toBeNull();
});

// convex-auth, mutations/refreshSession.ts `callRefreshSession`; all others are called in the same way.
test("[G4] the library writes through auth:store, which is ours", async () => {
  const { backend } = deployment;
  const logs = async (cursor: number) => {
    const answer = await fetch(`${backend.url}/api/stream_function_logs?cursor=${cursor}`, {
      headers: { Authorization: `Convex ${backend.adminKey}` },
    });
    return (await answer.json()) as { entries: { identifier: string }[]; newCursor: number };
  };
  const { newCursor } = await logs(0);
  const { refreshToken } = await signUp();
  await signIn({ refreshToken });
  const names = (await logs(newCursor)).entries.map(({ identifier }) => identifier);
  const inner = names.filter((name) => name.startsWith("accounts/authLibrary"));
  expect(inner.length).toBeLessThanOrEqual(names.filter((name) => name === "auth:store").length);
  expect(names).toContain("auth:store");
});

// convex-auth, mutations/refreshSession.ts: `ctx.db.get` and `delete` take an id of any table.
test("[G5] the library's own mutation deletes any document that a refresh token names", async () => {
  const { token } = await signUp();
  http.setAuth(token);
  const { _id: id } = must(await http.query(api.auth.loggedInUser, {}), "owner");
  const { url, adminKey } = deployment.backend;
  const inside = adminClient(url, adminKey);
  const args = { type: "refreshSession" as const, refreshToken: `${id}|${id}` };
  expect(await signIn({ refreshToken: args.refreshToken })).toBeNull();
  expect(await http.query(api.auth.loggedInUser, {})).not.toBeNull();
  const library = internal.accounts.authLibrary.store as unknown as FunctionReference<"mutation">;
  expect(await inside.mutation(library, { args })).toBeNull();
  expect(await http.query(api.auth.loggedInUser, {})).toBeNull();
});

// A rule of the local backend: it stores the session, and users do not restart the cloud.
test("[G2] a session survives a restart of the backend", async () => {
  const { token, email } = await signUp();
  await deployment.restart();
  http.setAuth(token);
  expect(await whoAmI()).toBe(email);
});

// convex-auth, index.ts `addHttpRoutes`.
test("[G1] the deployment publishes the keys that sign its tokens", async () => {
  const { siteUrl } = deployment.backend;
  const discovery = await fetch(`${siteUrl}/.well-known/openid-configuration`);
  const { jwks_uri: address } = (await discovery.json()) as { jwks_uri: string };
  const { keys } = (await (await fetch(address)).json()) as { keys: object[] };
  expect(keys[0]).toMatchObject({ kty: "RSA", use: "sig" });
  expect(keys[0]).not.toHaveProperty("d");
});

// Upstream requests the provider's keys each time: `validate_id_token`, at "TODO(CX-606)".
test("[D4] new signing keys end every session at once", async () => {
  const { token } = await signUp();
  http.setAuth(token);
  await whoAmI();
  await deployment.backend.setEnvironment({ ...(await generateAuthKeys()) });
  await expect(whoAmI()).rejects.toThrow("Could not verify OIDC token claim");
});
