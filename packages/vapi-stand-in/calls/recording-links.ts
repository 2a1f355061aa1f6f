/** Signed links to recordings, which expire. Nothing is stored. */
import { createHmac } from "node:crypto";
import path from "node:path";
import type { Clock } from "@hark/stand-in-kit/clock";
import { isSameSecret } from "@hark/stand-in-kit/same-secret";

export interface RecordingLinks {
  make(callId: string): { path: string; expiresAt: string };
  isValid(callId: string, query: URLSearchParams): boolean;
}

const VALID_MS = 60 * 60_000;

export function createRecordingLinks(secret: string, clock: Clock): RecordingLinks {
  const sign = (callId: string, expires: string) =>
    createHmac("sha256", secret).update(`${callId} ${expires}`).digest("hex");
  return {
    make(callId) {
      const expires = clock.now() + VALID_MS;
      const signature = sign(callId, String(expires));
      return {
        path: `/recordings/${callId}?expires=${expires}&signature=${signature}`,
        expiresAt: new Date(expires).toISOString(),
      };
    },
    isValid(callId, query) {
      const expires = query.get("expires") ?? "";
      const isSigned = isSameSecret(query.get("signature") ?? "", sign(callId, expires));
      return isSigned && clock.now() < Number(expires);
    },
  };
}

export function recordingFile(folder: string, callId: string): string {
  return path.join(folder, `${callId}.wav`);
}
