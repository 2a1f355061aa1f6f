import type { ReadSet, WrittenKey } from "./read-set.ts";

export interface Commit {
  timestamp: bigint;
  keys: readonly WrittenKey[];
  /** Whole tables have changed places, so whatever was read may be so no longer. */
  touchesEverything?: boolean;
}

/** The recent commits, as far back as the oldest transaction that is still running. */
export class CommitLog {
  private commits: Commit[] = [];

  append(commit: Commit): void {
    this.commits.push(commit);
  }

  /** Whether anything committed after `since` changes what was read. */
  touches(reads: ReadSet, since: bigint): boolean {
    for (let i = this.commits.length - 1; i >= 0; i -= 1) {
      const commit = this.commits[i];
      if (commit === undefined || commit.timestamp <= since) return false;
      if (commit.touchesEverything === true) return true;
      if (commit.keys.some((key) => reads.includes(key))) return true;
    }
    return false;
  }

  forgetUpTo(timestamp: bigint): void {
    const firstKept = this.commits.findIndex((commit) => commit.timestamp > timestamp);
    this.commits = firstKept === -1 ? [] : this.commits.slice(firstKept);
  }
}
