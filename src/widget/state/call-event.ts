/** The events of a call. Only the call script reports them, so this file loads with it. */
import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";
import type { ConsentNotice } from "./assistant";
import { IDLE, isOngoing, type CallState } from "./call-state";
import type { Message } from "./message";

export type CallEvent =
  | { kind: "consentNeeded"; notice: ConsentNotice }
  | { kind: "joined" }
  | { kind: "ended" }
  | { kind: "failed"; message: Message }
  | { kind: "warned"; code: MessageCode | null };

/** Returns the same object if the event changes nothing. */
export function afterEvent(state: CallState, event: CallEvent): CallState {
  if (!isOngoing(state)) return state;
  switch (event.kind) {
    case "consentNeeded":
      return { kind: "consent", notice: event.notice };
    case "joined":
      return { ...state, kind: "active" };
    case "ended":
      return IDLE;
    case "failed":
      return event;
    case "warned":
      return state.warning === event.code ? state : { ...state, warning: event.code };
    default:
      return event satisfies never;
  }
}
