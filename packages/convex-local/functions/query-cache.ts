/**
 * The cache of query results. Each distinct query runs once for all its watchers and callers, and again when a commit
 * touches what it read, or when its result depends on the time and is too old. Actions use it too: get-convex/convex-backend,
 * crates/application/src/cache/mod.rs, application_function_runner/mod.rs `execute_query`.
 */
import type { Clock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import type { Identity } from "../auth/identity.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Commit } from "../engine/commit-log.ts";
import type { Database } from "../engine/database.ts";
import type { JsonObject } from "../values/json.ts";
import type { QueryOutcome } from "./runner.ts";

export interface QueryRequest {
  component: ComponentPath;
  path: string;
  args: JsonObject;
  identity: Identity | null;
  journal: string | null;
  mayCallInternal: boolean;
}

export interface LiveQuery {
  /** The newest result, or null while it is out of date. */
  readonly fresh: QueryOutcome | null;
  /** Resolves once there is a fresh result, for at least a moment. */
  refresh(): Promise<void>;
  leave(): void;
}

export interface QueryCacheOptions {
  database: Database;
  clock: Pick<Clock, "now">;
  /** Runs a watched query. */
  run: (query: QueryRequest, journal: string | null) => Promise<QueryOutcome>;
}

type Run = (journal: string | null) => Promise<QueryOutcome>;

interface Entry {
  key: string;
  query: QueryRequest;
  watchers: Set<() => void>;
  outcome: QueryOutcome | null;
  isFresh: boolean;
  running: Promise<QueryOutcome> | null;
}

/** crates/common/src/knobs.rs: DATABASE_UDF_USER_TIMEOUT and DATABASE_UDF_SYSTEM_TIMEOUT, and a second (`MAX_CACHE_AGE`). */
export const TIME_DEPENDENT_LIFETIME_MS = 17_000;
/** The limit for unwatched results. Upstream has 100 MB, on a dedicated machine. */
const MAX_UNWATCHED_BYTES = 4 * 2 ** 20;
/** The estimated size of an entry besides its texts, mostly its read set. */
const ENTRY_BYTES = 2_000;

export class QueryCache {
  private readonly options: QueryCacheOptions;
  private readonly entries = new Map<string, Entry>();
  /** Unwatched entries with their sizes, least recently used first. */
  private readonly unwatched = new Map<Entry, number>();
  private unwatchedBytes = 0;
  private readonly readers = new Map<number, Set<Entry>>();
  private readonly stopListening: () => void;

  constructor(options: QueryCacheOptions) {
    this.options = options;
    this.stopListening = options.database.onCommit((commit) => this.invalidateReadersOf(commit));
  }

  /** The cached result, or that of the run in progress, or that of a new run. */
  async get(query: QueryRequest, run: Run): Promise<{ outcome: QueryOutcome; isKnown: boolean }> {
    let entry = this.entryFor(query);
    if (!this.isReusable(entry) && entry.running !== null) {
      // That run may have begun before a commit of this caller; a new run has not.
      await entry.running.catch(() => undefined);
      entry = this.entryFor(query);
    }
    if (!this.isReusable(entry)) {
      const isKnown = entry.running !== null;
      return { outcome: await (entry.running ?? this.rerun(entry, run)), isKnown };
    }
    this.retain(entry);
    return { outcome: must(entry.outcome, "an outcome"), isKnown: true };
  }

  /** Watches a query; `onStale` is called when its result may have changed. */
  watch(query: QueryRequest, onStale: () => void): LiveQuery {
    const entry = this.entryFor(query);
    this.release(entry);
    if (this.isTooOld(entry)) this.invalidate(entry);
    entry.watchers.add(onStale);
    return {
      get fresh() {
        return entry.isFresh ? entry.outcome : null;
      },
      refresh: () => this.refresh(entry),
      leave: () => {
        entry.watchers.delete(onStale);
        this.retain(entry);
      },
    };
  }

  /** After a push or a change of variables every result is stale. */
  invalidateAll(): void {
    for (const entry of this.entries.values()) this.invalidate(entry);
  }

  close(): void {
    this.stopListening();
    this.entries.clear();
    this.unwatched.clear();
    this.readers.clear();
  }

  private entryFor(query: QueryRequest): Entry {
    const key = keyOf(query);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const rest = { watchers: new Set<() => void>(), outcome: null, isFresh: false, running: null };
    const entry: Entry = { key, query, ...rest };
    this.entries.set(key, entry);
    return entry;
  }

  /** Errors are not reused. */
  private isReusable(entry: Entry): boolean {
    return entry.isFresh && entry.outcome?.ok === true && !this.isTooOld(entry);
  }

  private isTooOld({ outcome }: Entry): boolean {
    const sawTimeMs = outcome?.sawTimeMs ?? null;
    if (sawTimeMs === null) return false;
    const ageMs = this.options.clock.now() - sawTimeMs;
    return ageMs < 0 || ageMs > TIME_DEPENDENT_LIFETIME_MS;
  }

  private async refresh(entry: Entry): Promise<void> {
    if (entry.isFresh) return;
    await (entry.running ?? this.rerun(entry, (journal) => this.options.run(entry.query, journal)));
  }

  private rerun(entry: Entry, run: Run): Promise<QueryOutcome> {
    this.release(entry);
    const running = this.runNow(entry, run).finally(() => {
      entry.running = null;
      this.retain(entry);
    });
    entry.running = running;
    return running;
  }

  private async runNow(entry: Entry, run: Run): Promise<QueryOutcome> {
    const { database } = this.options;
    const { query, watchers } = entry;
    // A watched page keeps its boundaries.
    const watched = watchers.size > 0 ? entry.outcome?.journal : undefined;
    // While it is open, the log keeps all commits since: one may arrive after the run and before this continues.
    const open = database.begin();
    try {
      const outcome = await run(watched ?? query.journal);
      this.store(entry, outcome);
      return outcome;
    } finally {
      database.end(open);
    }
  }

  private store(entry: Entry, outcome: QueryOutcome): void {
    const isFresh = !this.options.database.log.touches(outcome.reads, outcome.timestamp);
    // A stale result must not replace a fresh one, because watchers would not be notified.
    if (entry.isFresh && !isFresh) return;
    this.forgetReads(entry);
    Object.assign(entry, { outcome, isFresh });
    for (const rangeId of outcome.reads.rangeIds()) {
      const readers = this.readers.get(rangeId);
      if (readers === undefined) this.readers.set(rangeId, new Set([entry]));
      else readers.add(entry);
    }
  }

  /** Keeps an unwatched result until it is stale or evicted. */
  private retain(entry: Entry): void {
    this.release(entry);
    if (entry.watchers.size > 0 || entry.running !== null) return;
    const isOne = this.entries.get(entry.key) === entry;
    if (!isOne || !this.isReusable(entry)) return this.forget(entry);
    const bytes = ENTRY_BYTES + entry.key.length + valueOf(entry).length;
    this.unwatched.set(entry, bytes);
    this.unwatchedBytes += bytes;
    for (const [oldest] of this.unwatched) {
      if (this.unwatchedBytes <= MAX_UNWATCHED_BYTES) break;
      this.forget(oldest);
    }
  }

  private release(entry: Entry): void {
    this.unwatchedBytes -= this.unwatched.get(entry) ?? 0;
    this.unwatched.delete(entry);
  }

  private forget(entry: Entry): void {
    this.release(entry);
    this.forgetReads(entry);
    if (this.entries.get(entry.key) === entry) this.entries.delete(entry.key);
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
    if (this.unwatched.has(entry)) return this.forget(entry);
    for (const onStale of entry.watchers) onStale();
  }
}

function valueOf({ outcome }: Entry): string {
  return outcome?.ok === true ? outcome.value : "";
}

function keyOf({
  component,
  path,
  args,
  identity,
  journal,
  mayCallInternal,
}: QueryRequest): string {
  return JSON.stringify([component, path, args, identity?.key ?? null, journal, mayCallInternal]);
}
