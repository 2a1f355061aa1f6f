/** A key makes a mail go out once: whoever sends it again within a day gets the first answer. */
import { createHash } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { MailError } from "../errors.ts";
import type { MailStore } from "../store/mail-store.ts";

const LONGEST_KEY = 256;
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

export interface Idempotency {
  /** The kept answer, or null for a key that is new; refuses what the key does not fit. */
  recall(key: string, request: string): string | null;
  /** Marks the key as being worked on. What it returns ends that. */
  begin(key: string): () => void;
  /** Only of what was accepted: after a refusal the same key may be tried again. */
  keep(key: string, request: string, body: string): void;
}

export function createIdempotency(store: MailStore, clock: Clock): Idempotency {
  const underWay = new Set<string>();
  return {
    recall(key, request) {
      if (key.length < 1 || key.length > LONGEST_KEY) {
        throw new MailError("invalid_idempotency_key");
      }
      if (underWay.has(key)) throw new MailError("concurrent_idempotent_requests");
      store.forgetAnswersBefore(clock.now() - KEPT_FOR_MS);
      const kept = store.answer(key);
      if (kept === null) return null;
      if (kept.fingerprint !== fingerprint(request)) {
        throw new MailError("invalid_idempotent_request");
      }
      return kept.body;
    },
    begin(key) {
      underWay.add(key);
      return () => void underWay.delete(key);
    },
    keep(key, request, body) {
      store.putAnswer({ key, createdAt: clock.now(), fingerprint: fingerprint(request), body });
    },
  };
}

function fingerprint(request: string): string {
  return createHash("sha256").update(request).digest("hex");
}
