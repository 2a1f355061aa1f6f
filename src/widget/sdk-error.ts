import { WIDGET_MESSAGES } from "../../convex/shared/messages";

/** What an `error` event of the SDK means for the call: nothing, its normal end, or a failure. */
export type Meaning = { kind: "nothing" } | { kind: "end" } | { kind: "failure"; text: string };

const NOTHING: Meaning = { kind: "nothing" };

/** The SDK's errors are of many shapes, and what is in them may be anything: hence the caution. */
export function meaningOf(event: unknown, isActive: boolean): Meaning {
  const error = field(event, "error");
  switch (field(event, "type")) {
    case "daily-error":
      // The server hung up, which the call machine reports like an accident.
      if (field(field(error, "error"), "type") === "ejected") return { kind: "end" };
      // While joining there is a better account to come.
      return isActive ? failure(WIDGET_MESSAGES.connectionLost) : NOTHING;
    case "reconnect-error":
      return failure(startFailureText(error));
    case "audio-start-failed":
      // What browsers forbid, a press allows; anything else is about what it would be heard on.
      return failure(
        field(error, "name") === "NotAllowedError"
          ? WIDGET_MESSAGES.soundBlocked
          : WIDGET_MESSAGES.noSoundOutput,
      );
    default:
      return NOTHING;
  }
}

export function cameraErrorText(event: unknown): string {
  switch (field(field(field(event, "error"), "error"), "type")) {
    case "not-found":
      return WIDGET_MESSAGES.microphoneMissing;
    case "mic-in-use":
      return WIDGET_MESSAGES.microphoneBusy;
    default:
      return WIDGET_MESSAGES.microphoneDenied;
  }
}

function startFailureText(error: unknown): string {
  const message = field(error, "message");
  const isNetwork = typeof message === "string" && /fetch|network|load failed/i.test(message);
  const isCallMachine = field(error, "errorMsg") !== undefined;
  return isNetwork || isCallMachine ? WIDGET_MESSAGES.offline : WIDGET_MESSAGES.callFailed;
}

function failure(text: string): Meaning {
  return { kind: "failure", text };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
