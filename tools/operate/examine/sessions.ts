/** Checks that the deployment accepts the tokens that it signs. */
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import type { JSONWebKeySet } from "jose";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault } = findingsOn("sessions");

const NEW_KEYS =
  "Remove JWT_PRIVATE_KEY and JWKS from the environment and run npm run deploy: everybody has to sign in again.";

export async function examineSessions(target: Target): Promise<Finding[]> {
  const { variables, facts } = target;
  const { JWT_PRIVATE_KEY = "", JWKS = "" } = variables;
  // Reported with the variables.
  if (JWT_PRIVATE_KEY === "" || JWKS === "") return [];
  const keys = readKeys(JWKS);
  if (keys === null || !(await areOnePair(JWT_PRIVATE_KEY, keys))) {
    const message = "JWT_PRIVATE_KEY and JWKS are not a key pair, so nobody can sign in.";
    return [fault("keys-no-pair", message, NEW_KEYS)];
  }
  const { siteUrl } = facts;
  try {
    const { issuer } = await fetchJson(target, "openid-configuration");
    if (issuer !== siteUrl) {
      const message = `The deployment's issuer is ${String(issuer)}, but its URL is ${siteUrl}.`;
      return [fault("issuer-wrong", message, "Push the functions again: npm run deploy.")];
    }
    const published = readKeys(JSON.stringify(await fetchJson(target, "jwks.json")));
    if (published === null || !(await areOnePair(JWT_PRIVATE_KEY, published))) {
      const message = `${siteUrl}/.well-known/jwks.json has another key than the environment.`;
      return [fault("keys-not-published", message, "Push the functions again: npm run deploy.")];
    }
  } catch (error) {
    const message = `${siteUrl} does not answer correctly (${reasonOf(error)}).`;
    const fix = "Check that the functions are pushed and that this URL leads to the deployment.";
    return [fault("site-silent", message, fix)];
  }
  return [ok("sessions", "Tokens are signed with the key that the deployment publishes.")];
}

async function areOnePair(privateKey: string, keys: JSONWebKeySet): Promise<boolean> {
  try {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "RS256" })
      .sign(await importPKCS8(privateKey, "RS256"));
    await jwtVerify(token, createLocalJWKSet(keys));
    return true;
  } catch {
    return false;
  }
}

function readKeys(text: string): JSONWebKeySet | null {
  try {
    const parsed = JSON.parse(text) as JSONWebKeySet | null;
    return Array.isArray(parsed?.keys) ? parsed : null;
  } catch {
    return null;
  }
}

async function fetchJson(
  { facts, timeoutMs }: Target,
  name: string,
): Promise<Record<string, unknown>> {
  const address = `${facts.siteUrl}/.well-known/${name}`;
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(address, { redirect: "manual", signal });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}
