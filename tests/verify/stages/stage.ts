import type { Remote } from "../remote.ts";

/** One of the real ones, from before the first case to after the last. */
export interface Stage {
  name: string;
  /** What will be done, and what it costs. */
  plan: string;
  /** Of the cases, from the project's root. */
  files: string[];
  /** Refuses what must not be touched, and changes nothing. */
  check(): Promise<void>;
  begin(): Promise<Remote>;
  /** Removes what this run has made, however far it came. */
  clean(): Promise<void>;
  /** Removes what any run has made. */
  cleanAll(): Promise<void>;
}
