/** What the button is doing, as transitions and nothing else: docs/embedding.md draws them. */
import type { Phase } from "../lib/widget-protocol";

export interface CallState {
  phase: Phase;
  /** Counts presses that started something: what an older one still reports is of no interest. */
  attempt: number;
  /** Why the last attempt ended badly; the next press clears it. */
  failure: string | null;
  /** What to know while the call goes on, such as a silent microphone. */
  notice: string | null;
}

export type CallEvent =
  | { type: "press" }
  | { type: "stop" }
  | { type: "joined"; attempt: number }
  | { type: "ended"; attempt: number }
  | { type: "failed"; attempt: number; text: string }
  | { type: "noticed"; attempt: number; text: string | null };

export const IDLE: CallState = { phase: "idle", attempt: 0, failure: null, notice: null };

export function nextState(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "press":
      return state.phase === "idle" ? connecting(state) : idle(state, null);
    case "stop":
      return state.phase === "idle" ? state : idle(state, null);
    case "joined":
      return isCurrent(state, event.attempt) ? { ...state, phase: "active" } : state;
    case "ended":
      return isCurrent(state, event.attempt) ? idle(state, null) : state;
    case "failed":
      return isCurrent(state, event.attempt) ? idle(state, event.text) : state;
    case "noticed":
      return isCurrent(state, event.attempt) ? { ...state, notice: event.text } : state;
    default:
      return event satisfies never;
  }
}

function connecting({ attempt }: CallState): CallState {
  return { phase: "connecting", attempt: attempt + 1, failure: null, notice: null };
}

function idle({ attempt }: CallState, failure: string | null): CallState {
  return { phase: "idle", attempt, failure, notice: null };
}

function isCurrent(state: CallState, attempt: number): boolean {
  return state.phase !== "idle" && state.attempt === attempt;
}
