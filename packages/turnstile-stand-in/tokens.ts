/** Tokens: each can be verified once, within 300 seconds, with the secret of its widget. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";

export interface Widget {
  siteKey: string;
  secretKey: string;
  /** The hostnames on which the widget works, with their subdomains. */
  hostnames: string[];
}

export interface Solved {
  hostname: string;
  action: string;
  cdata: string;
}

interface Token extends Solved {
  secretKey: string;
  solvedAtMs: number;
  /** The idempotency key of the request that used it; "" if that request had none. */
  usedBy: string | null;
}

const VALID_FOR_MS = 300_000;

export type Redeemed =
  { kind: "valid"; token: Solved & { solvedAtMs: number } } | { kind: "refused"; code: string };

export function createTokens(clock: Clock) {
  const tokens = new Map<string, Token>();
  return {
    issue({ secretKey }: Widget, solved: Solved): string {
      const text = `1.${randomBytes(120).toString("base64url")}`;
      tokens.set(text, { ...solved, secretKey, solvedAtMs: clock.now(), usedBy: null });
      return text;
    },
    /** A request with the same idempotency key gets the same result again. */
    redeem(text: string, secretKey: string, idempotencyKey: string | null): Redeemed {
      const token = tokens.get(text);
      if (token?.secretKey !== secretKey)
        return { kind: "refused", code: "invalid-input-response" };
      const isRepeated = token.usedBy !== null && token.usedBy === idempotencyKey;
      const isOver = clock.now() - token.solvedAtMs > VALID_FOR_MS;
      if (isOver || (token.usedBy !== null && !isRepeated)) {
        return { kind: "refused", code: "timeout-or-duplicate" };
      }
      token.usedBy = idempotencyKey ?? "";
      return { kind: "valid", token };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
