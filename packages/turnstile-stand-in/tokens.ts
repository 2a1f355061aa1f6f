/** Tokens, as the page gets them and siteverify takes them: once, for 300 seconds, for the secret of their widget. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";

export interface Widget {
  siteKey: string;
  secretKey: string;
  /** On these and what is below them it may stand. */
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
  /** The idempotency key of the request that used it, or "" when that had none. */
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
    /** The same idempotency key gets the same answer again. */
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
