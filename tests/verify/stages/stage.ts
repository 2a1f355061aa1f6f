import type { Remote } from "../remote.ts";
import type { Part } from "../settings.ts";

/** One of the real ones, from before the first case to after the last. */
export interface Stage {
  name: Part;
  /** What will be done, and what it costs. */
  plan: string;
  /** Of the cases, from the project's root; known when it has begun. */
  readonly files: string[];
  /** Refuses what must not be touched, and changes nothing. */
  check(): Promise<void>;
  begin(): Promise<Remote>;
  /** Removes what this run has made, however far it came. */
  clean(): Promise<void>;
  /** Removes what any run has made. */
  cleanAll(): Promise<void>;
}
