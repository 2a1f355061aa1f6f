/** The credentials that an owner's server can ask a webhook for; in Vapi they are made in its dashboard. */
import { createHmac } from "node:crypto";
import type { ServerConfig } from "../store/resources.ts";

export type Credential =
  | { type: "bearer"; token: string; headerName?: string; hasBearerPrefix?: boolean }
  | {
      type: "hmac";
      secretKey: string;
      algorithm: "sha256" | "sha512" | "sha1";
      signatureHeader?: string;
      timestampHeader?: string;
      signaturePrefix?: string;
      includeTimestamp?: boolean;
    };

export type Credentials = Record<string, Credential>;

export interface SignedBody {
  body: string;
  nowMs: number;
}

/** The assistant's own headers win over those of the credential, as Vapi documents. */
export function headersFor(
  server: ServerConfig,
  credentials: Credentials,
  { body, nowMs }: SignedBody,
): Record<string, string> {
  const credential =
    server.credentialId === undefined ? undefined : credentials[server.credentialId];
  return {
    "content-type": "application/json",
    ...(credential === undefined ? {} : credentialHeaders(credential, { body, nowMs })),
    ...lowerCased(server.headers ?? {}),
  };
}

function credentialHeaders(
  credential: Credential,
  { body, nowMs }: SignedBody,
): Record<string, string> {
  if (credential.type === "bearer") {
    const { token, headerName = "authorization", hasBearerPrefix = true } = credential;
    return { [headerName.toLowerCase()]: hasBearerPrefix ? `Bearer ${token}` : token };
  }
  const {
    secretKey,
    algorithm,
    signatureHeader = "x-signature",
    timestampHeader = "x-timestamp",
  } = credential;
  const { signaturePrefix = "", includeTimestamp = true } = credential;
  const timestamp = String(nowMs);
  const signed = includeTimestamp ? `${timestamp}.${body}` : body;
  const signature = createHmac(algorithm, secretKey).update(signed).digest("hex");
  return {
    [signatureHeader.toLowerCase()]: signaturePrefix + signature,
    ...(includeTimestamp ? { [timestampHeader.toLowerCase()]: timestamp } : {}),
  };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
