/** Upload links carry a signed permission, so that they outlive a restart and need no record. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { ComponentPath } from "../engine/catalog.ts";

const LIFETIME_MS = 60 * 60 * 1000;

export interface UploadTokens {
  issue(component: ComponentPath, nowMs: number): string;
  /** The component that the token lets upload to, or null when it is forged or expired. */
  redeem(token: string, nowMs: number): ComponentPath | null;
}

export function createUploadTokens(secret: string): UploadTokens {
  const sign = (payload: string) =>
    createHmac("sha256", secret).update(`upload ${payload}`).digest("base64url");
  return {
    issue(component, nowMs) {
      const payload = Buffer.from(JSON.stringify([component, nowMs + LIFETIME_MS])).toString(
        "base64url",
      );
      return `${payload}.${sign(payload)}`;
    },
    redeem(token, nowMs) {
      const [payload = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(payload));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [component, expiresAtMs] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
        ComponentPath,
        number,
      ];
      return expiresAtMs > nowMs ? component : null;
    },
  };
}
