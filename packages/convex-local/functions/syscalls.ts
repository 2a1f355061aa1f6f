/** The system calls of deployed functions. Each is answered on behalf of its function. */
import type { AnswerQuestion } from "./function-thread.ts";
import { callSyscalls } from "./call-syscalls.ts";
import { databaseSyscalls } from "./database-syscalls.ts";
import type { Syscall } from "./database-syscalls.ts";
import { storageSyscalls } from "./storage-syscalls.ts";
import type { Host } from "./host.ts";
import type { FunctionRunner } from "./runner.ts";
import type { JsonObject } from "../values/json.ts";
import { findHalfPair } from "../values/value-limits.ts";

export function createSyscalls(host: Host, runner: FunctionRunner): AnswerQuestion {
  const database = databaseSyscalls(host);
  const storage = storageSyscalls(host, runner);
  const sync: Record<string, Syscall> = {
    ...database.sync,
    "1.0/getSnapshotTs": ({ transaction }) => {
      const word = Buffer.alloc(8);
      word.writeBigInt64LE(transaction?.snapshotTimestamp ?? host.database.latest());
      return JSON.stringify({ $integer: word.toString("base64") });
    },
  };
  const async: Record<string, Syscall> = {
    ...database.async,
    ...callSyscalls(host, runner),
    ...storage.async,
    "1.0/getUserIdentity": ({ identity, kind, usedIdentity }) => {
      usedIdentity.value = true;
      if (identity?.refusal === undefined) return JSON.stringify(identity?.attributes ?? null);
      // Only actions fail; queries and mutations that they call have no identity.
      if (kind === "query" || kind === "mutation") return "null";
      throw new Error(identity.refusal);
    },
    "1.0/getFunctionMetadata": ({ path, component }) =>
      JSON.stringify({ name: path, componentPath: component }),
    "1.0/getRequestMetadata": ({ kind, request }) => {
      if (kind === "query") throw new Error("getRequestMetadata() is not available in queries.");
      return JSON.stringify(request);
    },
    "1.0/getDeploymentMetadata": () =>
      JSON.stringify({ name: "local", region: null, class: "s16" }),
    "1.0/auditLog": () => "null",
  };

  return (execution, { operation, args, request, stream, bytes }) => {
    const half = findHalfPair(args);
    if (half !== null) throw new Error(`Received invalid json: ${half}`);
    const parsed = JSON.parse(args) as JsonObject;
    if (stream !== undefined) {
      database.openStream(execution, stream, parsed);
      return { text: "null" };
    }
    const ofScript = storage.script[operation];
    if (ofScript !== undefined) return ofScript(execution, parsed, bytes);
    const isWaitedFor = request !== null && request >= 0;
    const run = isWaitedFor
      ? named(async, operation, "async operation")
      : named(sync, operation, "syscall");
    const answer = run(execution, parsed);
    if (answer instanceof Promise) return answer.then((text) => ({ text }));
    return typeof answer === "string" ? { text: answer } : answer;
  };
}

function named<T>(table: Record<string, T>, operation: string, what: string): T {
  const found = Object.hasOwn(table, operation) ? table[operation] : undefined;
  if (found === undefined) {
    throw new Error(`Unknown ${what} ${operation}: this backend does not support it.`);
  }
  return found;
}
