/** Google's OpenID Connect, as its discovery document describes it. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { consentPage, readRequest, redirectBack, refusalPage } from "./consent.ts";
import { createGrants } from "./grants.ts";
import type { Client, Person } from "./people.ts";

const TOKEN_SECONDS = 3_599;

export async function createGoogle(issuer: string, parts: IdentityParts): Promise<Hono<AppEnv>> {
  const { client, people, clock } = parts;
  const grants = createGrants(clock);
  const keys = await generateKeyPair("RS256");
  const app = new Hono<AppEnv>();

  app.get("/.well-known/openid-configuration", (c) => c.json(discovery(issuer)));

  app.get("/oauth2/v3/certs", async (c) => {
    const key = await exportJWK(keys.publicKey);
    return c.json({ keys: [{ ...key, kid: "1", alg: "RS256", use: "sig" }] });
  });

  app.get("/o/oauth2/v2/auth", (c) => {
    const url = new URL(c.req.url);
    const request = readRequest(url, client);
    if (typeof request === "string") return refusalPage(request);
    if (!request.scopes.includes("openid")) return refusalPage("invalid_scope");
    const choice = url.searchParams.get("choice");
    if (choice === null) return consentPage("Google", url, people);
    const person = people.find(({ id }) => String(id) === choice);
    if (person === undefined) return redirectBack(request, { error: "access_denied" });
    return redirectBack(request, { code: grants.codeFor({ ...request, person }) });
  });

  app.post("/token", async (c) => {
    const given = new URLSearchParams(await c.req.text());
    if (!isClient(c, given, client)) return refused(401, "invalid_client", "Unauthorized");
    if (given.get("grant_type") !== "authorization_code") {
      return refused(400, "unsupported_grant_type", "Invalid grant_type");
    }
    const redemption = {
      redirectUri: given.get("redirect_uri"),
      verifier: given.get("code_verifier"),
    };
    const grant = grants.redeem(given.get("code") ?? "", redemption);
    if (grant === null) return refused(400, "invalid_grant", "Bad Request");
    const { person, nonce, scopes } = grant;
    const claims = {
      azp: client.id,
      email: person.email,
      email_verified: person.isVerified,
      name: person.name,
      ...(nonce === null ? {} : { nonce }),
    };
    const nowSeconds = Math.floor(clock.now() / 1000);
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "1", typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(client.id)
      .setSubject(String(person.id))
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + 3_600)
      .sign(keys.privateKey);
    return c.json({
      access_token: grants.tokenFor(grant, "ya29."),
      expires_in: TOKEN_SECONDS,
      scope: scopes.join(" "),
      token_type: "Bearer",
      id_token: idToken,
    });
  });

  return app;
}

export interface IdentityParts {
  client: Client;
  people: readonly Person[];
  clock: Clock;
}

/** The credentials may be in the header or the body, as the discovery document says. */
function isClient({ req }: Context, given: URLSearchParams, { id, secret }: Client): boolean {
  const [scheme = "", basic = ""] = (req.header("Authorization") ?? "").split(" ");
  if (scheme.toLowerCase() === "basic") {
    const expected = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    return Buffer.from(basic, "base64").toString() === expected;
  }
  return given.get("client_id") === id && given.get("client_secret") === secret;
}

function refused(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status });
}

function discovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/oauth2/v3/certs`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid", "email", "profile"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    code_challenge_methods_supported: ["plain", "S256"],
    grant_types_supported: ["authorization_code", "refresh_token"],
  };
}
