/** What the button is doing, as transitions and nothing else: docs/embedding.md draws them. */
import type { Phase } from "../lib/widget-protocol";
import type { WidgetAssistant } from "./backend";

/** What is to be agreed to before a call. */
export type Notice = NonNullable<WidgetAssistant["notice"]>;

export interface CallState {
  phase: Phase;
  /** Counts presses that started something: what an older one still reports is of no interest. */
  attempt: number;
  /** Why the last attempt ended badly; the next press clears it. */
  failure: string | null;
  /** What to know while the call goes on, such as a silent microphone. */
  notice: string | null;
  /** What the next press agrees to. */
  asks: Notice | null;
}

export type CallEvent =
  | { type: "press" }
  | { type: "stop" }
  /** There is something to agree to first; of a call that was asked for, or of one that is still to be. */
  | { type: "asked"; attempt: number; asks: Notice }
  | { type: "joined"; attempt: number }
  | { type: "ended"; attempt: number }
  | { type: "failed"; attempt: number; text: string }
  | { type: "noticed"; attempt: number; text: string | null };

export const IDLE: CallState = {
  phase: "idle",
  attempt: 0,
  failure: null,
  notice: null,
  asks: null,
};

export function nextState(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "press":
      return state.phase === "idle" ? connecting(state) : idle(state, null);
    case "stop":
      return state.phase === "idle" && state.asks === null ? state : idle(state, null);
    case "asked":
      return event.attempt === state.attempt ? { ...idle(state, null), asks: event.asks } : state;
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
  return { ...IDLE, phase: "connecting", attempt: attempt + 1 };
}

function idle({ attempt }: CallState, failure: string | null): CallState {
  return { ...IDLE, attempt, failure };
}

function isCurrent(state: CallState, attempt: number): boolean {
  return state.phase !== "idle" && state.attempt === attempt;
}
