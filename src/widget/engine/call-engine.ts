/** Starts and ends calls as the state changes: one call at a time, and everything is released after it. */
import { isOngoing, type CallState } from "../state/call-state";
import { startAttempt, type Attempt, type AttemptParts } from "./attempt";
import type { Consent } from "./consent";

export interface EngineParts extends AttemptParts {
  /** Null for an owner who tests. */
  consent: Consent | null;
}

export function callEngine({ consent, ...parts }: EngineParts) {
  let attempt: Attempt | null = null;
  // The SDK cannot have two calls at a time, even while it is leaving one of them.
  let lastCallLeft: Promise<void> = Promise.resolve();

  function begin(before: CallState): void {
    if (before.kind === "consent") consent?.give(before.notice);
    const notice = consent?.wanted() ?? null;
    if (notice === null) attempt = startAttempt(parts, lastCallLeft);
    else parts.dispatch({ kind: "consentNeeded", notice });
  }

  function end(): void {
    lastCallLeft = attempt?.end() ?? lastCallLeft;
    attempt = null;
  }

  return function react(before: CallState, state: CallState): void {
    if (state.kind === "active") attempt?.joined();
    if (!isOngoing(state)) end();
    else if (!isOngoing(before)) begin(before);
  };
}
