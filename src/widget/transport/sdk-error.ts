import { fieldOf } from "../../lib/field-of";
import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";

/** What an `error` event of the SDK means for the call: nothing, its normal end, or a failure. */
export type Meaning =
  { kind: "nothing" } | { kind: "end" } | { kind: "failure"; code: MessageCode };

const NOTHING: Meaning = { kind: "nothing" };

/** The SDK's errors have many shapes with any content, so every field is checked. */
export function meaningOf(event: unknown, isActive: boolean): Meaning {
  const error = fieldOf(event, "error");
  switch (fieldOf(event, "type")) {
    case "daily-error":
      // The server hung up, which the call machine reports as an error.
      if (fieldOf(fieldOf(error, "error"), "type") === "ejected") return { kind: "end" };
      // While joining, a more specific error follows.
      return isActive ? failure("connection_lost") : NOTHING;
    case "reconnect-error":
      return failure(startFailureCode(error));
    case "audio-start-failed":
      // If the browser blocks sound, another press allows it. Any other error means that there is no sound output.
      return failure(
        fieldOf(error, "name") === "NotAllowedError" ? "sound_blocked" : "no_sound_output",
      );
    default:
      return NOTHING;
  }
}

export function cameraErrorCode(event: unknown): MessageCode {
  switch (fieldOf(fieldOf(fieldOf(event, "error"), "error"), "type")) {
    case "not-found":
      return "microphone_missing";
    case "mic-in-use":
      return "microphone_busy";
    default:
      return "microphone_denied";
  }
}

function startFailureCode(error: unknown): MessageCode {
  const message = fieldOf(error, "message");
  const isNetwork = typeof message === "string" && /fetch|network|load failed/i.test(message);
  const isCallMachine = fieldOf(error, "errorMsg") !== undefined;
  return isNetwork || isCallMachine ? "offline" : "call_failed";
}

function failure(code: MessageCode): Meaning {
  return { kind: "failure", code };
}
