/**
 * What queries have come to. Each distinct query runs once for all who watch it or ask for it, and again only when a
 * commit touches what it read, or when somebody else comes long after it looked at the clock.
 * get-convex/convex-backend, crates/application/src/cache/mod.rs; application_function_runner/mod.rs `execute_query`
 * says that actions ask it too.
 */
import type { Clock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import type { Identity } from "../auth/identity.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Commit } from "../engine/commit-log.ts";
import type { Database } from "../engine/database.ts";
import type { JsonObject } from "../values/json.ts";
import type { QueryOutcome } from "./runner.ts";

export interface AskedQuery {
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
  /** For those who watch. */
  run: (query: AskedQuery, journal: string | null) => Promise<QueryOutcome>;
}

type Run = (journal: string | null) => Promise<QueryOutcome>;

interface Entry {
  key: string;
  query: AskedQuery;
  watchers: Set<() => void>;
  outcome: QueryOutcome | null;
  isFresh: boolean;
  running: Promise<QueryOutcome> | null;
}

/** crates/common/src/knobs.rs: DATABASE_UDF_USER_TIMEOUT and DATABASE_UDF_SYSTEM_TIMEOUT, and a second (`MAX_CACHE_AGE`). */
export const TIME_TRUSTED_MS = 17_000;
/** Of what nobody watches. Upstream keeps 100 MB, for a machine that does nothing else. */
const MOST_KEPT_BYTES = 4 * 2 ** 20;
/** Of an entry, beside its texts: what it read, above all. */
const ENTRY_BYTES = 2_000;

export class QueryCache {
  private readonly options: QueryCacheOptions;
  private readonly entries = new Map<string, Entry>();
  /** Of these, what nobody watches, the longest unused first, with what each takes. */
  private readonly kept = new Map<Entry, number>();
  private keptBytes = 0;
  private readonly readers = new Map<number, Set<Entry>>();
  private readonly stopListening: () => void;

  constructor(options: QueryCacheOptions) {
    this.options = options;
    this.stopListening = options.database.onCommit((commit) => this.invalidateReadersOf(commit));
  }

  /** What is known, or becomes so just now, or what `run` comes to. */
  async ask(query: AskedQuery, run: Run): Promise<{ outcome: QueryOutcome; isKnown: boolean }> {
    let entry = this.entryFor(query);
    if (!this.isRight(entry) && entry.running !== null) {
      // It may have begun before a commit that whoever asks has made; the next one has not.
      await entry.running.catch(() => undefined);
      entry = this.entryFor(query);
    }
    if (!this.isRight(entry)) {
      const isKnown = entry.running !== null;
      return { outcome: await (entry.running ?? this.rerun(entry, run)), isKnown };
    }
    this.keep(entry);
    return { outcome: must(entry.outcome, "an outcome"), isKnown: true };
  }

  /** Watches a query; `onStale` is called when its result may have changed. */
  watch(query: AskedQuery, onStale: () => void): LiveQuery {
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
        this.keep(entry);
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
    this.kept.clear();
    this.readers.clear();
  }

  private entryFor(query: AskedQuery): Entry {
    const key = keyOf(query);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const rest = { watchers: new Set<() => void>(), outcome: null, isFresh: false, running: null };
    const entry: Entry = { key, query, ...rest };
    this.entries.set(key, entry);
    return entry;
  }

  /** Errors are for those alone for whom they were run. */
  private isRight(entry: Entry): boolean {
    return entry.isFresh && entry.outcome?.ok === true && !this.isTooOld(entry);
  }

  private isTooOld({ outcome }: Entry): boolean {
    const sawTimeMs = outcome?.sawTimeMs ?? null;
    if (sawTimeMs === null) return false;
    const ageMs = this.options.clock.now() - sawTimeMs;
    return ageMs < 0 || ageMs > TIME_TRUSTED_MS;
  }

  private async refresh(entry: Entry): Promise<void> {
    if (entry.isFresh) return;
    await (entry.running ?? this.rerun(entry, (journal) => this.options.run(entry.query, journal)));
  }

  private rerun(entry: Entry, run: Run): Promise<QueryOutcome> {
    this.release(entry);
    const running = this.runNow(entry, run).finally(() => {
      entry.running = null;
      this.keep(entry);
    });
    entry.running = running;
    return running;
  }

  private async runNow(entry: Entry, run: Run): Promise<QueryOutcome> {
    const { database } = this.options;
    const { query, watchers } = entry;
    // Who watches a page goes on watching the same one.
    const watched = watchers.size > 0 ? entry.outcome?.journal : undefined;
    // While it is open, the log remembers all commits since: one may come after the run and before this goes on.
    const open = database.begin();
    try {
      const outcome = await run(watched ?? query.journal);
      this.take(entry, outcome);
      return outcome;
    } finally {
      database.end(open);
    }
  }

  private take(entry: Entry, outcome: QueryOutcome): void {
    const isFresh = !this.options.database.log.touches(outcome.reads, outcome.timestamp);
    // Who watches what is still so would not hear that this is so no longer.
    if (entry.isFresh && !isFresh) return;
    this.forgetReads(entry);
    Object.assign(entry, { outcome, isFresh });
    for (const rangeId of outcome.reads.rangeIds()) {
      const readers = this.readers.get(rangeId);
      if (readers === undefined) this.readers.set(rangeId, new Set([entry]));
      else readers.add(entry);
    }
  }

  /** Until somebody asks again, or it is no longer so, or there is more than fits. */
  private keep(entry: Entry): void {
    this.release(entry);
    if (entry.watchers.size > 0 || entry.running !== null) return;
    const isOne = this.entries.get(entry.key) === entry;
    if (!isOne || !this.isRight(entry)) return this.forget(entry);
    const bytes = ENTRY_BYTES + entry.key.length + valueOf(entry).length;
    this.kept.set(entry, bytes);
    this.keptBytes += bytes;
    for (const [oldest] of this.kept) {
      if (this.keptBytes <= MOST_KEPT_BYTES) break;
      this.forget(oldest);
    }
  }

  private release(entry: Entry): void {
    this.keptBytes -= this.kept.get(entry) ?? 0;
    this.kept.delete(entry);
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
    if (this.kept.has(entry)) return this.forget(entry);
    for (const onStale of entry.watchers) onStale();
  }
}

function valueOf({ outcome }: Entry): string {
  return outcome?.ok === true ? outcome.value : "";
}

function keyOf({ component, path, args, identity, journal, mayCallInternal }: AskedQuery): string {
  return JSON.stringify([component, path, args, identity?.key ?? null, journal, mayCallInternal]);
}
