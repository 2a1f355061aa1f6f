/** What the button is doing, and what a press changes: docs/embedding.md has the picture. `call-event.ts` has the rest. */
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
  /** The warning is what to know while the call goes on, such as a silent microphone. */
  | { kind: "connecting" | "active"; warning: MessageCode | null };

/** By the visitor, or by the page around. */
export type Press = "press" | "stop";

export const IDLE: CallState = { kind: "idle" };

/** The same object where nothing changes. */
export function afterPress(state: CallState, press: Press): CallState {
  if (press === "press" && !isOngoing(state)) return { kind: "connecting", warning: null };
  return press === "stop" && state.kind === "failed" ? state : IDLE;
}

/** As the page around is told. */
export function phaseOf(state: CallState): Phase {
  return isOngoing(state) ? state.kind : "idle";
}

export function isOngoing(
  state: CallState,
): state is Extract<CallState, { kind: "connecting" | "active" }> {
  return state.kind === "connecting" || state.kind === "active";
}
