/** A thread that runs deployed code. It has no data: the backend answers the functions' system calls. */
import { AsyncResource } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { MessagePort, Transferable } from "node:worker_threads";
import { types } from "node:util";
import { must } from "@hark/stand-in-kit/must";
import { waitWhile } from "@hark/stand-in-kit/wait-while";
import { PushError } from "../deploy/push-request.ts";
import { DeveloperError, failureFrom } from "../functions/failure.ts";
import type { Failure } from "../functions/failure.ts";
import { formatMessage } from "../functions/function-log.ts";
import type { LogLevel } from "../functions/function-log.ts";
import { analyze, evaluateAuthConfig } from "./analyze.ts";
import { RunningCall, currentCall, runInCall } from "./call.ts";
import type { BodyReader, Chunk, ReadChunk } from "./call.ts";
import { OWN_TIME_LIMIT_MS, timedOut } from "./limits.ts";
import { mount } from "./mounted.ts";
import type { Mounted } from "./mounted.ts";
import { mapFrame } from "./source-positions.ts";
import { PULSE } from "./protocol.ts";
import type {
  Answer,
  CallStart,
  FromThread,
  FunctionStart,
  Program,
  Question,
  RequestStart,
  ToThread,
  Variables,
} from "./protocol.ts";
import { Realm } from "./realm.ts";
import type { RealmHost } from "./realm.ts";
import { StoredBlob } from "./stored-blob.ts";

interface Loaded extends Program {
  clockOffset: Float64Array;
  mounted: Mounted[];
}

interface OpenQuestion {
  call: RunningCall;
  resolve: (answer: Answer) => void;
}

const { pulse, answers } = workerData as { pulse: Int32Array; answers: MessagePort };
const backend = must(parentPort, "backend of this thread");
const programs = new Map<number, Loaded>();
const calls = new Map<number, RunningCall>();
const questions = new Map<number, OpenQuestion>();
let lastQuestion = 0;
let running: RunningCall | null = null;
let runningSinceMs = 0;
let activeMs = 0;
let isTurnOpen = false;

function post(message: FromThread, transfer: Transferable[] = []): void {
  backend.postMessage(message, transfer);
}

/** Marks the call whose code runs from here on, so that the backend can end the right one if it never returns. */
function enter(call: RunningCall): void {
  if (running === call) chargeTime();
  else leave();
  running = call;
  Atomics.store(pulse, PULSE.call, call.id);
  Atomics.add(pulse, PULSE.turns, 1);
  if (isTurnOpen) return;
  isTurnOpen = true;
  // Not on behalf of the call that happens to be the first.
  setImmediate(() => outside.runInAsyncScope(endTurn));
}

const outside = new AsyncResource("backend");

function chargeTime(): void {
  const nowMs = performance.now();
  if (running !== null) {
    running.usedMs += nowMs - runningSinceMs;
    activeMs += nowMs - runningSinceMs;
  }
  runningSinceMs = nowMs;
}

/** Another call's code runs next, and must find the globals unchanged. */
function leave(): void {
  chargeTime();
  const left = running;
  running = null;
  // A call may see its own changes as long as no other call uses the realm.
  if (left === null || left.isOver) return;
  if (left.mounted.calls > 1 && hasChangedGlobals(left)) rerunAlone(left);
}

function hasChangedGlobals({ mounted }: RunningCall): boolean {
  return !mounted.isAlone && mounted.realm.isTouched();
}

/** A call that changes globals runs again, in its own realm. */
function rerunAlone(call: RunningCall): void {
  const { mounted } = call;
  end(call, { type: "aside", id: call.id });
  if (mounted.realm.tidy()) return;
  discard(mounted);
  for (const other of calls.values()) {
    if (other.mounted === mounted) end(other, { type: "aside", id: other.id });
  }
}

function discard(mounted: Mounted): void {
  for (const loaded of programs.values()) {
    loaded.mounted = loaded.mounted.filter((each) => each !== mounted);
  }
}

/** All that could go on has gone on: the rest waits for answers, or for nothing. */
function endTurn(): void {
  isTurnOpen = false;
  leave();
  Atomics.store(pulse, PULSE.call, 0);
  // No code runs from here on, so one check per realm is enough for all calls that end.
  const unchanged = new Set<Mounted>();
  for (const call of calls.values()) {
    // Only now, because a promise that the function did not await may have failed meanwhile.
    if (call.outcome !== null) finish(call, call.outcome, unchanged);
    if (call.isOver || !call.isDeterministic) continue;
    if (isOvertime(call)) fail(call, timedOut(OWN_TIME_LIMIT_MS));
    else if (call.waitingFor === 0)
      fail(call, new DeveloperError("Returned promise will never resolve"));
  }
}

/** Time in which other threads had the processor does not count, if the machine reports it. */
function isOvertime({ usedMs }: RunningCall): boolean {
  return usedMs > OWN_TIME_LIMIT_MS && usedMs * shareOfProcessor() > OWN_TIME_LIMIT_MS;
}

function shareOfProcessor(): number {
  try {
    const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Math.min(1, Number(nanoseconds) / 1e6 / activeMs);
  } catch {
    return 1;
  }
}

function begin(
  start: CallStart,
  task: (mounted: Mounted, call: RunningCall) => Promise<void>,
): void {
  const loaded = must(programs.get(start.program), `program ${start.program}`);
  checkSoleCall(mountedFor(loaded, start));
  // Another one, where that could not be made good again.
  const mounted = mountedFor(loaded, start);
  const call = new RunningCall(start, mounted, loaded.clockOffset);
  calls.set(call.id, call);
  mounted.calls += 1;
  enter(call);
  runInCall(call, () => {
    task(mounted, call).catch((error: unknown) => fail(call, error));
  });
}

/** The only call of a realm may have changed globals that a second call would see. */
function checkSoleCall(mounted: Mounted): void {
  if (mounted.calls !== 1) return;
  for (const other of calls.values()) {
    if (other.mounted === mounted && hasChangedGlobals(other)) rerunAlone(other);
  }
}

function finish(call: RunningCall, ending: FromThread, unchanged: Set<Mounted>): void {
  if (!call.isOver && !unchanged.has(call.mounted)) {
    if (hasChangedGlobals(call)) return rerunAlone(call);
    unchanged.add(call.mounted);
  }
  end(call, ending);
}

function end(call: RunningCall, message: FromThread): void {
  if (call.isOver) return;
  forget(call);
  post(message);
}

function forget(call: RunningCall): void {
  if (call.isOver) return;
  const { mounted } = call;
  call.end();
  calls.delete(call.id);
  mounted.calls -= 1;
  if (mounted.isAlone && mounted.realm.isTouched()) discard(mounted);
}

function fail(call: RunningCall, thrown: unknown): void {
  if (call.isOver) return;
  const needsOwnRealm = !call.mounted.isAlone && isForbidden(thrown);
  if (needsOwnRealm || hasChangedGlobals(call)) return rerunAlone(call);
  const { id, usedTime } = call;
  end(call, { type: "failed", id, failure: describeFailure(call, thrown), usedTime });
}

/** Recognizes V8's message for a write to a frozen object. */
function isForbidden(thrown: unknown): boolean {
  return (
    types.isNativeError(thrown) &&
    /^Cannot (add|assign to read only|define|delete|redefine) property/.test(thrown.message)
  );
}

function describeFailure({ mounted }: RunningCall, thrown: unknown): Failure {
  return failureFrom(thrown, (line) => mapFrame(line, mounted.modules));
}

function mountedFor(
  { parts, mounts, mounted }: Loaded,
  { component, isAlone }: CallStart,
): Mounted {
  const free = mounted.find(
    (each) =>
      each.component === component && each.isAlone === isAlone && !(isAlone && each.calls > 0),
  );
  if (free !== undefined) return free;
  const { definitionPath, variables } = must(mounts.get(component), component);
  const part = must(parts.get(definitionPath), definitionPath);
  const realm = new Realm(variables, host);
  const made = mount({ component, realm, isAlone, part, variables, ask: host });
  mounted.push(made);
  return made;
}

function ask(
  call: RunningCall,
  question: Pick<Question, "operation" | "args" | "bytes">,
  resolve: (answer: Answer) => void,
): void {
  lastQuestion += 1;
  call.waitingFor += 1;
  questions.set(lastQuestion, { call, resolve });
  const { bytes } = question;
  const transfer = bytes === undefined ? [] : [bytes.buffer];
  post({ type: "question", id: call.id, request: lastQuestion, ...question }, transfer);
}

function caller(operation: string): RunningCall {
  const call = currentCall();
  if (call === undefined || call.isOver) {
    throw new Error(`${operation} was called outside of a running Convex function.`);
  }
  return call;
}

function log(level: LogLevel, messages: string[]): void {
  const call = currentCall();
  if (call === undefined || call.isOver) return;
  const line = { level, messages, isTruncated: false, timestamp: call.clockNow() };
  post({ type: "log", id: call.id, line });
}

function now(): number {
  const call = currentCall();
  if (call !== undefined) call.usedTime = true;
  return call?.nowMs ?? call?.clockNow() ?? Date.now();
}

function formatted(values: unknown[]): string[] {
  const call = currentCall();
  const realm = call === undefined || call.isOver ? undefined : call.mounted.realm;
  return Array.from(values, (value) => formatMessage(realm?.toHost(value) ?? value));
}

const host: RealmHost = {
  now,
  random: () => currentCall()?.random() ?? Math.random(),
  elapsed() {
    const call = currentCall();
    if (call === undefined) return 0;
    call.usedTime = true;
    return call.kind === "query" ? 0 : performance.now() - call.startedMs;
  },
  timeOrigin: now,
  ofCall<T>(name: string, make: () => T): T {
    const own = currentCall()?.own;
    if (own === undefined) return make();
    if (!own.has(name)) own.set(name, make());
    return own.get(name) as T;
  },
  log: (level, values) => log(level as LogLevel, formatted(values)),
  startTimer(label) {
    const timers = currentCall()?.consoleTimers;
    if (timers?.has(label) === true) log("WARN", [`Timer '${label}' already exists`]);
    else timers?.set(label, Date.now());
  },
  readTimer(label, isLast, values) {
    const timers = currentCall()?.consoleTimers;
    const startedMs = timers?.get(label);
    if (isLast) timers?.delete(label);
    if (startedMs === undefined) log("WARN", [`Timer '${label}' does not exist`]);
    else log("INFO", [`${label}: ${Date.now() - startedMs}ms`, ...formatted(values)]);
  },
  syscall(operation, args) {
    try {
      return { text: answerSynchronously(caller(operation), operation, args) };
    } catch (error) {
      return { message: (error as Error).message };
    }
  },
  asyncSyscall(operation, args, resolve, reject) {
    let call: RunningCall;
    try {
      call = caller(operation);
    } catch (error) {
      reject((error as Error).message);
      return;
    }
    const question = operation + args;
    const known = call.prefetched.get(question)?.shift();
    if (known !== undefined) {
      resolve(known);
      return;
    }
    ask(call, { operation, args }, ({ text, ahead, failure }) => {
      if (ahead !== undefined) call.prefetched.set(question, ahead);
      if (failure === undefined) return resolve(text ?? "null");
      reject(
        failure.message,
        failure.data === undefined ? undefined : JSON.stringify(failure.data),
      );
    });
  },
  async scriptSyscall(operation, args) {
    const call = caller(operation);
    const { blob, ...rest } = args;
    const isBlob = blob instanceof Blob;
    const bytes = isBlob ? new Uint8Array(await blob.arrayBuffer()) : undefined;
    const contentType = isBlob ? blob.type : undefined;
    const question = {
      operation,
      args: JSON.stringify({ ...rest, contentType }),
      ...(bytes && { bytes }),
    };
    const answer = await new Promise<Answer>((resolve) => ask(call, question, resolve));
    if (answer.failure !== undefined) throw new Error(answer.failure.message);
    const value = JSON.parse(answer.text ?? "null") as unknown;
    if (answer.bytes === undefined) return value;
    const { contentType: type } = value as { contentType: string };
    return new StoredBlob([answer.bytes], { type });
  },
  enter,
  fail,
};

/** The few system calls that are answered synchronously. */
function answerSynchronously(call: RunningCall, operation: string, args: string): string {
  if (operation === "1.0/queryStream") {
    call.streams += 1;
    post({ type: "question", id: call.id, request: null, stream: call.streams, operation, args });
    return `{"queryId":${call.streams}}`;
  }
  if (operation === "1.0/queryCleanup") {
    post({ type: "question", id: call.id, request: null, operation, args });
    return "{}";
  }
  const before = Atomics.load(pulse, PULSE.answers);
  post({ type: "question", id: call.id, request: -1, operation, args });
  waitWhile(pulse, { at: PULSE.answers, is: before });
  const { text, failure } = must(receiveMessageOnPort(answers), "answer").message as Answer;
  if (failure !== undefined) throw new Error(failure.message);
  return text ?? "null";
}

async function runFunction(
  start: FunctionStart,
  mounted: Mounted,
  call: RunningCall,
): Promise<void> {
  const value = await mounted.invoke(start);
  // Node's own callbacks (timers, fs) enter no call, so without this the end of the call would not be noticed.
  enter(call);
  call.outcome = { type: "done", id: call.id, value, usedTime: call.usedTime };
}

async function respond(start: RequestStart, mounted: Mounted, call: RunningCall): Promise<void> {
  const { status, headers, body } = await mounted.respond(start);
  call.body = body?.getReader() ?? null;
  const inOne = call.body === null ? null : await inOneChunk(call, call.body);
  const begin = { id: call.id, status, headers: [...headers] };
  if (inOne === "more") post({ type: "response", ...begin, body: "in chunks" });
  else end(call, { type: "response", ...begin, body: inOne });
}

/** The part of the body that is ready is sent with the response. In most cases that is all of it. */
async function inOneChunk(call: RunningCall, body: BodyReader): Promise<Chunk | "more"> {
  const first = await readIfReady(call, body);
  if (first === null || first.done) return first === null ? "more" : new Uint8Array();
  const second = await readIfReady(call, body);
  return second?.done === true ? new Uint8Array(first.value) : "more";
}

/** Null if the chunk is not ready, or reading fails; the reader of the body handles both. */
async function readIfReady(call: RunningCall, body: BodyReader): Promise<ReadChunk | null> {
  const read = body.read();
  call.chunksRead.push(read);
  const ended = new Promise<null>((resolve) => setImmediate(resolve, null));
  const chunk = await Promise.race([read, ended]).catch(() => null);
  enter(call);
  return chunk;
}

async function sendChunk(call: RunningCall): Promise<void> {
  const { value, done } = await (call.chunksRead.shift() ?? must(call.body, "body").read());
  // A copy, because the function may continue to use its buffer.
  const bytes = done ? null : new Uint8Array(value);
  if (bytes === null) end(call, { type: "chunk", id: call.id, bytes });
  else post({ type: "chunk", id: call.id, bytes }, [bytes.buffer]);
}

const newRealm = (variables: Variables) => new Realm(variables, host);

function answerOrRefuse(answer: () => FromThread): void {
  try {
    post(answer());
  } catch (error) {
    const code = error instanceof PushError ? error.code : null;
    post({ type: "refused", code, message: (error as Error).message });
  }
}

backend.on("message", (message: ToThread) => {
  switch (message.type) {
    case "analyze": {
      const { parts, variables } = message;
      return answerOrRefuse(() => ({
        type: "analyzed",
        analysis: analyze(parts, variables, newRealm),
      }));
    }
    case "evaluateAuthConfig": {
      const { modules, variables } = message;
      return answerOrRefuse(() => ({
        type: "authConfig",
        authConfig: evaluateAuthConfig(modules, variables, newRealm),
      }));
    }
    case "load": {
      const { program, source, clockOffset } = message;
      return void programs.set(program, { ...source, clockOffset, mounted: [] });
    }
    case "unload":
      return void programs.delete(message.program);
    case "function":
      return begin(message, (mounted, call) => runFunction(message, mounted, call));
    case "request":
      return begin(message, (mounted, call) => respond(message, mounted, call));
    case "answer": {
      const question = questions.get(message.request);
      questions.delete(message.request);
      if (question === undefined) return;
      const { call, resolve } = question;
      call.waitingFor -= 1;
      if (call.isOver) return;
      enter(call);
      return resolve(message);
    }
    case "abandon": {
      const call = calls.get(message.id);
      return call && forget(call);
    }
    case "pull":
    case "cancel": {
      const call = calls.get(message.id);
      if (call === undefined) return;
      enter(call);
      return runInCall(call, () => {
        const isPull = message.type === "pull";
        const work = isPull ? sendChunk(call) : must(call.body, "body").cancel();
        work.then(
          () => isPull || end(call, { type: "chunk", id: call.id, bytes: null }),
          (error: unknown) => fail(call, error),
        );
      });
    }
  }
});

// An error in a promise that is not awaited fails the function that it belongs to.
const failResponsibleCall = (thrown: unknown) => {
  const call = currentCall() ?? running;
  if (call !== null) fail(call, thrown);
};
process.on("uncaughtException", failResponsibleCall);
process.on("unhandledRejection", failResponsibleCall);

function taskId(): string | null {
  try {
    return must(/^(\d+)/.exec(readFileSync("/proc/thread-self/stat", "utf8")), "id")[0];
  } catch {
    return null;
  }
}

post({ type: "ready", taskId: taskId() });
