/** Upload links carry a signed permission, so that they outlive a restart and need no record. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { ComponentPath } from "../engine/catalog.ts";

const LIFETIME_S = 60 * 60;

export interface UploadTokens {
  issue(component: ComponentPath, nowMs: number): string;
  /** The component to which the token allows an upload, or why it is refused. */
  redeem(token: string, nowMs: number): { component: ComponentPath } | "invalid" | "expired";
}

export function createUploadTokens(secret: string): UploadTokens {
  const sign = (payload: string) =>
    createHmac("sha256", secret).update(`upload ${payload}`).digest("base64url");
  return {
    issue(component, nowMs) {
      const payload = Buffer.from(JSON.stringify([component, seconds(nowMs)])).toString(
        "base64url",
      );
      return `${payload}.${sign(payload)}`;
    },
    redeem(token, nowMs) {
      const [payload = "", signature = "", ...more] = token.split(".");
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(payload));
      if (given.length !== expected.length || more.length > 0) return "invalid";
      if (!timingSafeEqual(given, expected)) return "invalid";
      const [component, issuedS] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
        ComponentPath,
        number,
      ];
      return issuedS + LIFETIME_S > seconds(nowMs) ? { component } : "expired";
    },
  };
}

/** As upstream counts: get-convex/convex-backend, crates/keybroker/src/broker.rs `check_store_file_authorization`. */
function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
