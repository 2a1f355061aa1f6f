/** An idempotency key sends a mail once: for a day, the same request with the same key gets the first response. */
import { createHash } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";
import { MailError } from "../errors.ts";
import type { MailStore } from "../store/mail-store.ts";

const MAX_KEY_LENGTH = 256;
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface Idempotency {
  /** Marks the key as in use until the returned function is called. Refuses one that is in use already. */
  hold(key: string): () => void;
  /** The saved response, or null for a new key. Refuses another request with the same key. */
  recall(key: string, request: string): string | null;
  /** Call this for accepted requests only: after a refusal the same key may be used again. */
  save(key: string, request: string, body: string): void;
}

export function createIdempotency(store: MailStore, clock: Clock): Idempotency {
  const inUse = new Set<string>();
  return {
    hold(key) {
      if (key.length < 1 || key.length > MAX_KEY_LENGTH) {
        throw new MailError("invalid_idempotency_key");
      }
      if (inUse.has(key)) throw new MailError("concurrent_idempotent_requests");
      inUse.add(key);
      return () => void inUse.delete(key);
    },
    recall(key, request) {
      store.deleteAnswersBefore(clock.now() - KEY_LIFETIME_MS);
      const saved = store.answer(key);
      if (saved === null) return null;
      if (saved.fingerprint !== fingerprint(request)) {
        throw new MailError("invalid_idempotent_request");
      }
      return saved.body;
    },
    save(key, request, body) {
      store.putAnswer({ key, createdAt: clock.now(), fingerprint: fingerprint(request), body });
    },
  };
}

function fingerprint(request: string): string {
  return createHash("sha256").update(request).digest("hex");
}
