/** One client's connection: its identity, its queries, its mutations in order. */
import type { JSONValue } from "convex/values";
import type { Clock } from "@hark/stand-in-kit/clock";
import { InvalidToken } from "../auth/invalid-token.ts";
import type { Authenticator, Caller } from "../auth/authenticator.ts";
import { canonicalPath } from "../functions/function-addresses.ts";
import { clientMessage, failureFrom } from "../functions/failure.ts";
import { toClientLogLine } from "../functions/function-log.ts";
import type { RequestMetadata } from "../functions/execution.ts";
import type { Call, QueryOutcome } from "../functions/runner.ts";
import type { Functions } from "../system/run-system.ts";
import type { LiveQuery, QueryCache } from "../functions/query-cache.ts";
import { ProtocolError, decodeTimestamp, encodeTimestamp } from "./messages.ts";
import type { ClientMessage, QueryModification, StateVersion } from "./messages.ts";
import type { ReplayKey, ReplayLog } from "./replay-log.ts";

export interface SessionOptions {
  clock: Clock;
  runner: Functions;
  queries: QueryCache;
  authenticator: Authenticator;
  replayLog: ReplayLog;
  latest(): bigint;
  isRedacted: boolean;
  request: Pick<RequestMetadata, "ip" | "userAgent">;
  /** A message as JSON. */
  send(message: string): void;
  close(code: number, reason: string): void;
}

interface Subscription {
  modification: QueryModification & { type: "Add" };
  live: LiveQuery;
  /** The result last sent to the client, so that an unchanged one is not sent again. */
  sent: Report | null;
}

type RequestMessage = ClientMessage & { type: "Mutation" | "Action" };

const ANONYMOUS: Caller = { kind: "user", identity: null };

export class Session {
  private readonly options: SessionOptions;
  private readonly subscriptions = new Map<number, Subscription>();
  private readonly removed: number[] = [];
  private sessionId: string | null = null;
  /** Only a client that reconnects may repeat requests. */
  private mayRepeat = true;
  private caller: Caller = ANONYMOUS;
  private version: Version = { querySet: 0, identity: 0, timestamp: 0n };
  private wanted = { querySet: 0, identity: 0 };
  private mutations: Promise<unknown> = Promise.resolve();
  private authentication: Promise<unknown> = Promise.resolve();
  private flushing = false;
  private flushRequested = false;
  private mustAnswer = false;
  private isClosed = false;
  private cancelExpiry: () => void = () => undefined;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** Messages take effect in their order; an authentication holds up those behind it. */
  receive(message: ClientMessage): void {
    this.authentication = this.authentication
      .then(() => (this.isClosed ? undefined : this.handle(message)))
      .catch((error: unknown) => this.fail(error));
  }

  close(): void {
    this.isClosed = true;
    this.cancelExpiry();
    for (const { live } of this.subscriptions.values()) live.leave();
    this.subscriptions.clear();
  }

  private async handle(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case "Connect": {
        this.connect(message);
        return;
      }
      case "Authenticate":
        return this.authenticate(message);
      case "ModifyQuerySet": {
        this.modifyQuerySet(message);
        return;
      }
      case "Mutation": {
        // It runs with the identity of the request, even if another user has signed in meanwhile.
        const call = this.toCall(message);
        this.mutations = this.mutations.then(() => this.committed(message.requestId, call));
        return;
      }
      case "Action":
        void this.act(message.requestId, this.toCall(message)).catch((error: unknown) =>
          this.fail(error),
        );
        return;
      case "Event":
        return;
    }
    message satisfies never;
  }

  private connect(message: ClientMessage & { type: "Connect" }): void {
    this.sessionId = message.sessionId;
    const { maxObservedTimestamp } = message;
    this.mayRepeat = message.connectionCount !== 0;
    if (typeof maxObservedTimestamp !== "string") return;
    if (decodeTimestamp(maxObservedTimestamp) > this.options.latest()) {
      // It has seen a future that this data does not have, as after a reset.
      throw new Error("The client has observed a later timestamp than this deployment has");
    }
  }

  private async authenticate(message: ClientMessage & { type: "Authenticate" }): Promise<void> {
    if (message.baseVersion !== this.wanted.identity) {
      throw new ProtocolError(
        `Authenticate at version ${message.baseVersion}, not ${this.wanted.identity}`,
      );
    }
    try {
      this.caller = await this.options.authenticator.authenticate(message);
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error;
      this.rejectToken(error.message, true);
      return;
    }
    this.wanted.identity += 1;
    this.watchExpiry();
    for (const subscription of this.subscriptions.values()) {
      subscription.live.leave();
      subscription.live = this.watch(subscription.modification);
    }
    this.requestFlush(true);
  }

  private watchExpiry(): void {
    this.cancelExpiry();
    const expiresAtMs = this.caller.identity?.expiresAtMs ?? null;
    if (expiresAtMs === null) return;
    this.cancelExpiry = this.options.clock.schedule(expiresAtMs, () =>
      this.rejectToken("Convex token identity expired", false),
    );
  }

  private rejectToken(error: string, authUpdateAttempted: boolean): void {
    const baseVersion = this.wanted.identity;
    this.tell({ type: "AuthError", error, baseVersion, authUpdateAttempted });
    this.options.close(1000, "AuthError");
  }

  private modifyQuerySet(message: ClientMessage & { type: "ModifyQuerySet" }): void {
    if (message.baseVersion !== this.wanted.querySet) {
      throw new ProtocolError(
        `ModifyQuerySet at version ${message.baseVersion}, not ${this.wanted.querySet}`,
      );
    }
    for (const modification of message.modifications) {
      if (modification.type === "Add") this.add(modification);
      else this.remove(modification.queryId);
    }
    this.wanted.querySet = message.newVersion;
    this.requestFlush(true);
  }

  private add(modification: QueryModification & { type: "Add" }): void {
    if (this.subscriptions.has(modification.queryId)) {
      throw new ProtocolError(`Query ${modification.queryId} is in the set already`);
    }
    const live = this.watch(modification);
    this.subscriptions.set(modification.queryId, { modification, live, sent: null });
  }

  private remove(queryId: number): void {
    const subscription = this.subscriptions.get(queryId);
    if (subscription === undefined) return;
    subscription.live.leave();
    this.subscriptions.delete(queryId);
    this.removed.push(queryId);
  }

  private watch({
    udfPath,
    args,
    journal,
    componentPath,
  }: QueryModification & { type: "Add" }): LiveQuery {
    const isAdmin = this.caller.kind === "admin";
    this.requireAdminFor(componentPath ?? undefined);
    return this.options.queries.watch(
      {
        component: componentPath ?? "",
        path: canonicalPath(udfPath),
        args: args[0] ?? {},
        identity: this.caller.identity,
        journal: journal ?? null,
        mayCallInternal: isAdmin,
      },
      () => this.requestFlush(false),
    );
  }

  /** The next mutation may begin once this one is committed. Both reach the disk, and are answered, in order. */
  private committed(requestId: number, call: Call): Promise<void> {
    return new Promise((resolve) => {
      this.mutate(requestId, call, resolve)
        .catch((error: unknown) => this.fail(error))
        .finally(resolve);
    });
  }

  private async mutate(requestId: number, call: Call, onCommit: () => void): Promise<void> {
    const replayKey = { sessionId: this.sessionId ?? "", requestId };
    if (this.mayRepeat && this.replay(replayKey)) return;
    const outcome = await this.options.runner.runMutation(call, {
      before: (transaction) => this.options.replayLog.claim(transaction, replayKey),
      after: (transaction, value, lines) =>
        this.options.replayLog.record(transaction, replayKey, {
          result: JSON.parse(value) as JSONValue,
          logLines: this.clientLog(lines),
        }),
      committed: onCommit,
      // The answer goes out at the commit itself, so that no transition can overtake it.
      announce: (value, timestamp, lines) =>
        this.tell({
          type: "MutationResponse",
          requestId,
          success: true,
          result: JSON.parse(value) as JSONValue,
          ts: encodeTimestamp(timestamp),
          logLines: this.clientLog(lines),
        }),
    });
    if (outcome.ok) {
      this.requestFlush(true);
      return;
    }
    // The same request may have been in flight on the connection that was lost.
    if (this.replay(replayKey)) return;
    this.tell({
      type: "MutationResponse",
      requestId,
      success: false,
      ...this.failureFields(outcome.thrown),
      logLines: this.clientLog(outcome.logLines),
    });
  }

  /** Answers a request that was carried out before, without running it again. */
  private replay(key: ReplayKey): boolean {
    const answer = this.options.replayLog.find(key);
    if (answer === null) return false;
    const { requestId } = key;
    const { result, timestamp, logLines } = answer;
    const ts = encodeTimestamp(timestamp);
    this.tell({ type: "MutationResponse", requestId, success: true, result, ts, logLines });
    this.requestFlush(true);
    return true;
  }

  private async act(requestId: number, call: Call): Promise<void> {
    const outcome = await this.options.runner.runAction(call);
    this.tell({
      type: "ActionResponse",
      requestId,
      success: outcome.ok,
      ...(outcome.ok
        ? { result: JSON.parse(outcome.value) as JSONValue }
        : this.failureFields(outcome.thrown)),
      logLines: this.clientLog(outcome.logLines),
    });
  }

  private toCall({ udfPath, args, componentPath }: RequestMessage): Call {
    this.requireAdminFor(componentPath ?? undefined);
    return {
      component: componentPath ?? "",
      path: canonicalPath(udfPath),
      args: args[0] ?? {},
      identity: this.caller.identity,
      mayCallInternal: this.caller.kind === "admin",
      request: this.options.runner.newRequest({
        ...this.options.request,
        authToken: this.caller.identity?.token ?? null,
      }),
    };
  }

  private requireAdminFor(componentPath = ""): void {
    if (componentPath === "" || this.caller.kind === "admin") return;
    throw new ProtocolError("Only an admin may call a component's functions");
  }

  private requestFlush(mustAnswer: boolean): void {
    this.mustAnswer ||= mustAnswer;
    this.flushRequested = true;
    if (this.flushing || this.isClosed) return;
    this.flushing = true;
    // After the current turn, so that one transition gathers all that it changed.
    process.nextTick(() => {
      this.flush()
        .catch((error: unknown) => this.fail(error))
        .finally(() => {
          this.flushing = false;
          if (this.flushRequested) this.requestFlush(false);
        });
    });
  }

  /** Updates every query, and sends all changes in one transition. */
  private async flush(): Promise<void> {
    this.flushRequested = false;
    for (;;) {
      const stale = [...this.subscriptions.values()].filter(({ live }) => live.fresh === null);
      if (stale.length === 0) break;
      await Promise.all(stale.map(({ live }) => live.refresh()));
      if (this.isClosed) return;
    }
    // From here to the end nothing waits: every result is true at this one timestamp.
    const modifications = this.changes();
    const isMoot = modifications.length === 0 && !this.mustAnswer;
    if (isMoot) return;
    this.mustAnswer = false;
    const next = { ...this.wanted, timestamp: this.options.latest() };
    const versions = {
      startVersion: toWireVersion(this.version),
      endVersion: toWireVersion(next),
    };
    const head = JSON.stringify({ type: "Transition", ...versions }).slice(0, -1);
    this.options.send(`${head},"modifications":[${modifications.join(",")}]}`);
    this.version = next;
  }

  /** As JSON. A query's result is already text, shared by all its watchers. */
  private changes(): string[] {
    const modifications = this.removed
      .splice(0)
      .filter((queryId) => !this.subscriptions.has(queryId))
      .map((queryId) => JSON.stringify({ type: "QueryRemoved", queryId }));
    for (const [queryId, subscription] of this.subscriptions) {
      const outcome = subscription.live.fresh;
      if (outcome === null) continue;
      const report = this.report(outcome);
      if (isSame(report, subscription.sent)) continue;
      subscription.sent = report;
      const { type, found, logLines } = report;
      const journal = JSON.stringify(outcome.journal);
      modifications.push(
        `{"type":"${type}","queryId":${queryId},${found},"logLines":${logLines},"journal":${journal}}`,
      );
    }
    return modifications;
  }

  private report(outcome: QueryOutcome): Report {
    const logLines = JSON.stringify(this.clientLog(outcome.logLines));
    if (outcome.ok) {
      const { value } = outcome;
      return { type: "QueryUpdated", compared: value, found: `"value":${value}`, logLines };
    }
    const { result: errorMessage, errorData } = this.failureFields(outcome.thrown);
    const found = JSON.stringify({ errorMessage, errorData }).slice(1, -1);
    // It carries a request id that differs each time and means nothing to compare.
    const compared = found.replace(/\[Request ID: [0-9a-f]+\]/, "");
    return { type: "QueryFailed", compared, found, logLines };
  }

  private tell(message: object): void {
    this.options.send(JSON.stringify(message));
  }

  private failureFields(thrown: unknown): { result: string; errorData?: JSONValue } {
    const failure = failureFrom(thrown);
    const { requestId } = this.options.runner.newRequest();
    const isRedacted = this.options.isRedacted && this.caller.kind !== "admin";
    const result = clientMessage(failure, { requestId, isRedacted });
    return { result, ...(failure.data === undefined ? {} : { errorData: failure.data }) };
  }

  private clientLog(lines: readonly { level: string; messages: string[] }[]): string[] {
    if (this.options.isRedacted && this.caller.kind !== "admin") return [];
    return lines.map((line) => toClientLogLine(line as Parameters<typeof toClientLogLine>[0]));
  }

  private fail(error: unknown): void {
    if (this.isClosed) return;
    if (error instanceof ProtocolError) {
      this.tell({ type: "FatalError", error: error.message });
      return this.options.close(1002, "ProtocolError");
    }
    this.options.close(1011, "InternalServerError");
  }
}

interface Version {
  querySet: number;
  identity: number;
  timestamp: bigint;
}

function toWireVersion({ querySet, identity, timestamp }: Version): StateVersion {
  return { querySet, identity, ts: encodeTimestamp(timestamp) };
}

/** Of a query's result, as JSON. */
interface Report {
  type: "QueryUpdated" | "QueryFailed";
  compared: string;
  /** The fields of a transition that hold the result. */
  found: string;
  logLines: string;
}

function isSame(one: Report, other: Report | null): boolean {
  return (
    one.type === other?.type && one.compared === other.compared && one.logLines === other.logLines
  );
}
