/**
 * The queries that clients watch. Each distinct query runs once for all who watch it, and again
 * only when a commit touches what it read.
 */
import type { Identity } from "../auth/identity.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Commit } from "../engine/commit-log.ts";
import type { Database } from "../engine/database.ts";
import type { JsonObject } from "../values/json.ts";
import type { QueryOutcome } from "../functions/runner.ts";

export interface WatchedQuery {
  component: ComponentPath;
  path: string;
  args: JsonObject;
  identity: Identity | null;
  journal: string | null;
  mayCallInternal: boolean;
}

export type RunQuery = (query: WatchedQuery, journal: string | null) => Promise<QueryOutcome>;

export interface LiveQuery {
  /** The newest result, or null while it is out of date. */
  readonly fresh: QueryOutcome | null;
  /** Resolves once there is a fresh result, for at least a moment. */
  refresh(): Promise<void>;
  leave(): void;
}

interface Entry {
  query: WatchedQuery;
  watchers: Set<() => void>;
  outcome: QueryOutcome | null;
  isFresh: boolean;
  running: Promise<void> | null;
}

export class LiveQueries {
  private readonly entries = new Map<string, Entry>();
  private readonly readers = new Map<number, Set<Entry>>();
  private readonly database: Database;
  private readonly run: RunQuery;
  private readonly stopListening: () => void;

  constructor(database: Database, run: RunQuery) {
    this.database = database;
    this.run = run;
    this.stopListening = database.onCommit((commit) => this.invalidateReadersOf(commit));
  }

  /** Watches a query; `onStale` is called when its result may have changed. */
  watch(query: WatchedQuery, onStale: () => void): LiveQuery {
    const key = keyOf(query);
    const entry = this.entries.get(key) ?? this.addEntry(key, query);
    entry.watchers.add(onStale);
    return {
      get fresh() {
        return entry.isFresh ? entry.outcome : null;
      },
      refresh: () => this.refresh(entry),
      leave: () => {
        entry.watchers.delete(onStale);
        if (entry.watchers.size > 0) return;
        this.entries.delete(key);
        this.forgetReads(entry);
      },
    };
  }

  /** After a push or a change of the environment nothing that was computed still counts. */
  invalidateAll(): void {
    for (const entry of this.entries.values()) this.invalidate(entry);
  }

  close(): void {
    this.stopListening();
    this.entries.clear();
    this.readers.clear();
  }

  private addEntry(key: string, query: WatchedQuery): Entry {
    const entry: Entry = {
      query,
      watchers: new Set(),
      outcome: null,
      isFresh: false,
      running: null,
    };
    this.entries.set(key, entry);
    return entry;
  }

  private refresh(entry: Entry): Promise<void> {
    if (entry.isFresh) return Promise.resolve();
    entry.running ??= this.rerun(entry).finally(() => {
      entry.running = null;
    });
    return entry.running;
  }

  private async rerun(entry: Entry): Promise<void> {
    const journal = entry.outcome?.journal ?? entry.query.journal;
    // While it is open, the log remembers all commits since: one may come after the run and before this goes on.
    const open = this.database.begin();
    try {
      this.take(entry, await this.run(entry.query, journal));
    } finally {
      this.database.end(open);
    }
  }

  private take(entry: Entry, outcome: QueryOutcome): void {
    this.forgetReads(entry);
    entry.outcome = outcome;
    for (const rangeId of outcome.reads.rangeIds()) {
      const readers = this.readers.get(rangeId);
      if (readers === undefined) this.readers.set(rangeId, new Set([entry]));
      else readers.add(entry);
    }
    entry.isFresh = !this.database.log.touches(outcome.reads, outcome.timestamp);
  }

  private forgetReads(entry: Entry): void {
    for (const rangeId of entry.outcome?.reads.rangeIds() ?? []) {
      const readers = this.readers.get(rangeId);
      readers?.delete(entry);
      if (readers?.size === 0) this.readers.delete(rangeId);
    }
  }

  private invalidateReadersOf({ keys, touchesEverything = false }: Commit): void {
    if (touchesEverything) return this.invalidateAll();
    for (const key of keys) {
      for (const entry of this.readers.get(key.rangeId) ?? []) {
        if (entry.isFresh && entry.outcome?.reads.includes(key) === true) this.invalidate(entry);
      }
    }
  }

  private invalidate(entry: Entry): void {
    entry.isFresh = false;
    for (const onStale of entry.watchers) onStale();
  }
}

function keyOf({
  component,
  path,
  args,
  identity,
  journal,
  mayCallInternal,
}: WatchedQuery): string {
  return JSON.stringify([component, path, args, identity?.key ?? null, journal, mayCallInternal]);
}
