/** Signs webhooks, so that an owner's server can verify them. */
import { createHmac } from "node:crypto";
import type { AuthenticationPlan, ServerConfig } from "../store/resources.ts";

export interface SignedBody {
  body: string;
  nowMs: number;
}

/** The assistant's own headers win over those of its credential, as Vapi documents. */
export function headersFor(
  server: ServerConfig,
  plan: AuthenticationPlan | null,
  { body, nowMs }: SignedBody,
): Record<string, string> {
  return {
    "content-type": "application/json",
    ...(plan === null ? {} : credentialHeaders(plan, { body, nowMs })),
    ...lowerCased(server.headers ?? {}),
  };
}

function credentialHeaders(
  plan: AuthenticationPlan,
  { body, nowMs }: SignedBody,
): Record<string, string> {
  if (plan.type === "bearer") {
    const { token, headerName = "authorization", bearerPrefixEnabled = true } = plan;
    return { [headerName.toLowerCase()]: bearerPrefixEnabled ? `Bearer ${token}` : token };
  }
  const {
    secretKey,
    algorithm,
    signatureHeader = "x-signature",
    timestampHeader = "x-timestamp",
  } = plan;
  const { signaturePrefix = "", includeTimestamp = true } = plan;
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
