/** Whether those who sign in are given tokens that the deployment takes. */
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import type { JSONWebKeySet } from "jose";
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

const { sound, fault } = findingsAbout("sessions");

const NEW_KEYS =
  "Remove JWT_PRIVATE_KEY and JWKS from the environment and run npm run deploy: everybody signs in anew.";

export async function examineSessions(patient: Patient): Promise<Finding[]> {
  const { variables, facts } = patient;
  const { JWT_PRIVATE_KEY = "", JWKS = "" } = variables;
  // What is missing has been said.
  if (JWT_PRIVATE_KEY === "" || JWKS === "") return [];
  const keys = readKeys(JWKS);
  if (keys === null || !(await areOnePair(JWT_PRIVATE_KEY, keys))) {
    const says = "JWT_PRIVATE_KEY and JWKS are no pair of keys: nobody can sign in.";
    return [fault("keys-no-pair", says, NEW_KEYS)];
  }
  const { siteUrl } = facts;
  try {
    const { issuer } = await fetchJson(patient, "openid-configuration");
    if (issuer !== siteUrl) {
      const says = `The deployment calls itself ${String(issuer)} where it is ${siteUrl}.`;
      return [fault("issuer-wrong", says, "Push the functions again: npm run deploy.")];
    }
    const published = readKeys(JSON.stringify(await fetchJson(patient, "jwks.json")));
    if (published === null || !(await areOnePair(JWT_PRIVATE_KEY, published))) {
      const says = `${siteUrl}/.well-known/jwks.json has another key than the environment.`;
      return [fault("keys-not-published", says, "Push the functions again: npm run deploy.")];
    }
  } catch (error) {
    const says = `${siteUrl} does not answer as it should (${reasonOf(error)}).`;
    const mend =
      "See that the functions are pushed, and that this address leads to the deployment.";
    return [fault("site-silent", says, mend)];
  }
  return [sound("sessions", "Tokens are signed with the key that the deployment publishes.")];
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
  { facts, patienceMs }: Patient,
  name: string,
): Promise<Record<string, unknown>> {
  const address = `${facts.siteUrl}/.well-known/${name}`;
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, { redirect: "manual", signal });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}
