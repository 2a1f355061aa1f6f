/** The state of the button, and how a press changes it (diagram: docs/embedding.md). Events of a call are in `call-event.ts`. */
import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";
import type { Phase } from "../../lib/widget-protocol";
import type { ConsentNotice } from "./assistant";
import type { Message } from "./message";

export type CallState =
  | { kind: "idle" }
  /** Idle after a call that ended badly. The next press clears the message. */
  | { kind: "failed"; message: Message }
  /** Idle, with a notice that the next press agrees to. */
  | { kind: "consent"; notice: ConsentNotice }
  /** A warning, such as a silent microphone, does not end the call. */
  | { kind: "connecting" | "active"; warning: MessageCode | null };

/** By the visitor or by the host page. */
export type Press = "press" | "stop";

export const IDLE: CallState = { kind: "idle" };

/** Returns the same object if nothing changes. */
export function afterPress(state: CallState, press: Press): CallState {
  if (press === "press" && !isOngoing(state)) return { kind: "connecting", warning: null };
  return press === "stop" && state.kind === "failed" ? state : IDLE;
}

/** The phase that the host page receives. */
export function phaseOf(state: CallState): Phase {
  return isOngoing(state) ? state.kind : "idle";
}

export function isOngoing(
  state: CallState,
): state is Extract<CallState, { kind: "connecting" | "active" }> {
  return state.kind === "connecting" || state.kind === "active";
}
