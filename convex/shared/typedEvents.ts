import type { Detail } from "./details";
import type { Proposal } from "./proposal";
import type { Slip } from "./slip";

/** What the response to a typed message consists of: one event each, in this order. */
export type TypedEvent =
  /** Continues the conversation with the next message. */
  | { thread: string }
  /** A piece of the answer. */
  | { delta: string }
  /** The assistant asks for a yes to this. */
  | { proposal: Proposal }
  /** What was done after the visitor's yes, with each answer that follows. */
  | { slip: Slip }
  /** What is noted of the things to find out, with each answer. Absent if nothing is. */
  | { details: Detail[] }
  /** The answer is complete: how many more the conversation can have. */
  | { left: number }
  /** There is no more of this answer. */
  | { error: { code: string; message: string; reference?: string } };
