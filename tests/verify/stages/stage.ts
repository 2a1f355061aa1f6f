import type { Remote } from "../remote.ts";
import type { Part } from "../settings.ts";

/** The cases of one real vendor, with preparation and clean-up. */
export interface Stage {
  name: Part;
  /** What the stage will do, and what it costs. */
  plan: string;
  /** Files of the cases, relative to the project's root. */
  readonly files: string[];
  /** Throws if the stage must not run. Changes nothing. */
  check(): Promise<void>;
  begin(): Promise<Remote>;
  /** Removes what this run has created. */
  clean(): Promise<void>;
  /** Removes what any run has created. */
  cleanAll(): Promise<void>;
}
