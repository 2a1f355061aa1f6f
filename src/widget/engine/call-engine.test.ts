import { expect, test, vi } from "vitest";
import type { ConsentNotice } from "../state/assistant";
import { afterEvent } from "../state/call-event";
import { afterPress, type CallState } from "../state/call-state";
import type { Message } from "../state/message";
import type { CallAnswer } from "../transport/request-call";
import type { SessionListener } from "../transport/voice-session";
import { callEngine, type EngineParts } from "./call-engine";
import type { MicrophoneResult } from "./microphone";

const CREATED: CallAnswer = {
  ...{ kind: "created", thread: null },
  call: { webCallUrl: "https://rooms.example/1" },
};
const NO_MICROPHONE: Message = { kind: "code", code: "microphone_missing" };
const BUSY: Message = { kind: "code", code: "busy" };

function pending<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((onValue) => (resolve = onValue));
  return { promise, resolve };
}

interface Given {
  isGranted?: boolean;
  /** What there is to agree to. */
  wanted?: ConsentNotice | null;
}

/** A button whose every step waits for the test, and what was done so far, in its order. */
function newButton({ isGranted = true, wanted = null }: Given = {}) {
  const agreements: (string | null)[] = [];
  let given: string | null = null;
  let open = wanted;
  let state: CallState = { kind: "idle" };
  const done: string[] = [];
  const listeners: SessionListener[] = [];
  const microphone = pending<MicrophoneResult>();
  const answer = pending<CallAnswer>();
  function change(next: CallState): void {
    const before = state;
    state = next;
    if (next !== before) react(before, next);
  }
  const parts: EngineParts = {
    consent: {
      wanted: () => open,
      give({ version }) {
        given = version;
        open = null;
      },
      given: () => null,
    },
    check: async () => ({ kind: "ready" }),
    isMicrophoneGranted: async () => isGranted,
    openMicrophone() {
      done.push("microphone");
      return microphone.promise;
    },
    requestCall() {
      done.push("request");
      agreements.push(given);
      return answer.promise;
    },
    joinCall(call, listener) {
      done.push("open");
      void call.then(({ webCallUrl }) => done.push(`join ${webCallUrl}`));
      listeners.push(listener);
      return {
        tell: () => undefined,
        type: () => false,
        setMuted: () => undefined,
        async close() {
          done.push("close");
        },
      };
    },
    dispatch: (event) => change(afterEvent(state, event)),
    onTranscript: () => undefined,
    onRefused: ({ kind }) => done.push(`refused: ${kind}`),
  };
  const react = callEngine(parts);
  const release = () => done.push("release");
  return {
    press: () => change(afterPress(state, "press")),
    stop: () => change(afterPress(state, "stop")),
    state: () => state,
    done,
    agreements,
    allow: () => microphone.resolve({ kind: "opened", microphone: { release } }),
    refuse: () => microphone.resolve({ kind: "refused", message: NO_MICROPHONE }),
    answer: (given: CallAnswer = CREATED) => answer.resolve(given),
    session: () => listeners.at(-1),
    /** Lets everything happen that waits for nobody. */
    settle: () => new Promise<void>((resolve) => setTimeout(resolve)),
  };
}

test("a call is requested beside a microphone that nobody has to be asked for", async () => {
  const { press, state, done, allow, answer, session, settle } = newButton();
  press();
  await settle();
  expect(done.toSorted()).toEqual(["microphone", "open", "request"]);
  answer();
  await settle();
  expect(done, "nobody joins without a microphone").toHaveLength(3);
  allow();
  await settle();
  expect(done.slice(3)).toEqual(["join https://rooms.example/1"]);
  session()?.onActive();
  expect(state().kind).toBe("active");
  expect(done.slice(4), "the call has a microphone of its own by now").toEqual(["release"]);
});

test("while the visitor is asked for the microphone no call is requested", async () => {
  const { press, done, allow, answer, settle } = newButton({ isGranted: false });
  press();
  await settle();
  expect(done).toEqual(["microphone"]);
  allow();
  await settle();
  expect(done.toSorted()).toEqual(["microphone", "open", "request"]);
  answer();
  await settle();
  expect(done.at(-1)).toBe("join https://rooms.example/1");
});

test("after a refused microphone nobody joins the call that was requested", async () => {
  const { press, state, done, refuse, answer, settle } = newButton();
  press();
  await settle();
  refuse();
  answer();
  await settle();
  expect(state()).toEqual({ kind: "failed", message: NO_MICROPHONE });
  expect(done.toSorted()).toEqual(["close", "microphone", "open", "refused: code", "request"]);
});

test("a press while connecting stops, however far the call has come", async () => {
  const { press, state, done, allow, answer, settle } = newButton();
  press();
  await settle();
  allow();
  await settle();
  press();
  expect(state().kind).toBe("idle");
  answer();
  await settle();
  expect(done.slice(3)).toEqual(["release", "close"]);
});

test("a microphone that opens after the stop is released at once", async () => {
  const { press, stop, done, allow, settle } = newButton({ isGranted: false });
  press();
  await settle();
  stop();
  allow();
  await settle();
  expect(done).toEqual(["microphone", "release"]);
});

test("a refusal of our server is shown with its message, and without an alert", async () => {
  const { press, state, done, allow, answer, settle } = newButton();
  press();
  allow();
  answer({ kind: "refused", message: BUSY, error: null });
  await settle();
  expect(state()).toEqual({ kind: "failed", message: BUSY });
  expect(done.slice(3)).toEqual(["release", "close"]);
});

test("a call that does not connect within half a minute is given up", async () => {
  vi.useFakeTimers();
  const { press, state, allow } = newButton();
  press();
  allow();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(state().kind).toBe("connecting");
  await vi.advanceTimersByTimeAsync(1);
  expect(state()).toEqual({ kind: "failed", message: { kind: "code", code: "no_answer" } });
  vi.useRealTimers();
});

test("what an older call still reports changes nothing", async () => {
  const { press, state, allow, answer, session, settle } = newButton();
  press();
  allow();
  answer();
  await settle();
  const older = session();
  press();
  press();
  await settle();
  older?.onActive();
  older?.onWarning("not_heard");
  older?.onFailed("connection_lost");
  older?.onEnded();
  expect(state()).toEqual({ kind: "connecting", warning: null });
});

const NOTICE: ConsentNotice = {
  version: "v1",
  language: "en",
  text: "It is recorded. Press again.",
  words: "AI call, recorded. Agree?",
  link: null,
};

test("the first press shows the notice and starts nothing, and the next one agrees and starts", async () => {
  const { press, state, done, agreements, settle } = newButton({ wanted: NOTICE });
  press();
  await settle();
  expect(state()).toEqual({ kind: "consent", notice: NOTICE });
  expect(done).toEqual([]);
  press();
  expect(state().kind).toBe("connecting");
  await settle();
  expect(done.toSorted()).toEqual(["microphone", "open", "request"]);
  expect(agreements).toEqual(["v1"]);
  press();
  press();
  expect(state().kind, "a consent is given once").toBe("connecting");
});

test("a visitor who puts the notice aside has agreed to nothing", async () => {
  const { press, stop, state, done, settle } = newButton({ wanted: NOTICE });
  press();
  stop();
  expect(state().kind).toBe("idle");
  press();
  expect(state().kind).toBe("consent");
  await settle();
  expect(done).toEqual([]);
});

test("a notice that comes with a refusal is shown, and the next press agrees to it", async () => {
  const { press, state, done, agreements, allow, answer, settle } = newButton();
  press();
  allow();
  answer({ kind: "consentNeeded", notice: NOTICE });
  await settle();
  expect(state()).toEqual({ kind: "consent", notice: NOTICE });
  expect(done.slice(3), "and nothing is open meanwhile").toEqual(["release", "close"]);
  press();
  await settle();
  expect(agreements).toEqual([null, "v1"]);
});
