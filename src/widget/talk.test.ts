import { expect, test, vi } from "vitest";
import type { CallState, Notice } from "./call-state";
import type { Agreed } from "./consent";
import { StartRefused } from "./microphone";
import { createTalk, type TalkParts, type VoiceSdk } from "./talk";
import type { WebCall } from "./voice-client";
import type { SessionListener } from "./voice-session";

const CALL: WebCall = { webCallUrl: "https://rooms.example/1" };

function pending<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

interface Given {
  isGranted?: boolean;
  /** What there is to agree to. */
  wanted?: Notice | null;
}

/** A button whose every step waits to be let on, and what was done so far, in its order. */
function newTalk({ isGranted = true, wanted = null }: Given = {}) {
  const agreements: (Agreed | null)[] = [];
  let given: Agreed | null = null;
  let open = wanted;
  const done: string[] = [];
  const states: CallState[] = [];
  const listeners: SessionListener[] = [];
  const microphone = pending<{ release(): void }>();
  const minted = pending<WebCall | Notice | string>();
  const sdk: VoiceSdk = {
    isMicrophoneGranted: async () => isGranted,
    mintCall(_service, _id, agreed) {
      done.push("mint");
      agreements.push(agreed);
      return minted.promise;
    },
    openCall({ call, listener }) {
      done.push("open");
      void call.then(({ webCallUrl }) => done.push(`join ${webCallUrl}`));
      listeners.push(listener);
      return {
        async close() {
          done.push("close");
        },
      };
    },
  };
  const parts: TalkParts = {
    embedId: "e1",
    consent: {
      wanted: () => open,
      give({ version }) {
        given = { version, msAgo: 0 };
        open = null;
      },
      given: () => given,
    },
    check: async () => undefined,
    openMicrophone() {
      done.push("microphone");
      return microphone.promise;
    },
    sdk,
    voiceService: () => ({ token: "e1", baseUrl: "https://site.example", callMachineUrl: null }),
    onState: (state) => states.push(state),
    onLine: () => undefined,
    onRefused: (text) => done.push(`refused: ${text}`),
  };
  const talk = createTalk(parts);
  const release = () => done.push("release");
  return {
    talk,
    done,
    allow: () => microphone.resolve({ release }),
    refuse: () => microphone.reject(new StartRefused("No microphone.")),
    agreements,
    mint: (answer: WebCall | Notice | string = CALL) => minted.resolve(answer),
    join: () => listeners.at(-1)?.onActive(),
    failure: () => states.at(-1)?.failure,
    /** Lets everything happen that waits for nobody. */
    settle: () => new Promise<void>((resolve) => setTimeout(resolve)),
  };
}

test("a call is asked for beside a microphone that nobody has to be asked for", async () => {
  const { talk, done, allow, mint, join, settle } = newTalk();
  talk.press();
  await settle();
  expect(done.toSorted()).toEqual(["microphone", "mint", "open"]);
  mint();
  await settle();
  expect(done, "nobody joins without a microphone").toHaveLength(3);
  allow();
  await settle();
  expect(done.slice(3)).toEqual(["join https://rooms.example/1"]);
  join();
  expect(talk.state().phase).toBe("active");
  expect(done.slice(4), "the call has one of its own by now").toEqual(["release"]);
});

test("while the visitor is asked for the microphone no line is held", async () => {
  const { talk, done, allow, mint, settle } = newTalk({ isGranted: false });
  talk.press();
  await settle();
  expect(done).toEqual(["microphone"]);
  allow();
  await settle();
  expect(done).toEqual(["microphone", "mint", "open"]);
  mint();
  await settle();
  expect(done.at(-1)).toBe("join https://rooms.example/1");
});

test("a refused microphone is told, and the call that was asked for is joined by nobody", async () => {
  const { talk, done, refuse, mint, failure, settle } = newTalk();
  talk.press();
  await settle();
  refuse();
  mint();
  await settle();
  expect(failure()).toBe("No microphone.");
  expect(done.toSorted()).toEqual([
    "close",
    "microphone",
    "mint",
    "open",
    "refused: No microphone.",
  ]);
});

test("a press while connecting stops, wherever that has come", async () => {
  const { talk, done, allow, mint, settle } = newTalk();
  talk.press();
  await settle();
  allow();
  await settle();
  talk.press();
  expect(talk.state().phase).toBe("idle");
  mint();
  await settle();
  expect(done.slice(3)).toEqual(["release", "close"]);
});

test("what our proxy refuses is told in its own words, and without an alert", async () => {
  const { talk, done, allow, mint, failure, settle } = newTalk();
  talk.press();
  allow();
  mint("All lines are busy.");
  await settle();
  expect(failure()).toBe("All lines are busy.");
  expect(done.slice(3)).toEqual(["release", "close"]);
});

test("what takes longer than half a minute from when it was asked for is given up", async () => {
  vi.useFakeTimers();
  const { talk, allow, failure } = newTalk();
  talk.press();
  allow();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(talk.state().phase).toBe("connecting");
  await vi.advanceTimersByTimeAsync(1);
  expect(failure()).toBe("The assistant did not answer. Please try again.");
  vi.useRealTimers();
});

const NOTICE: Notice = {
  version: "v1",
  language: "en",
  text: "It is recorded. Press again.",
  words: "AI, recorded. OK?",
  link: null,
};

test("the first press shows the notice and begins nothing, the next one agrees and starts at once", async () => {
  const { talk, done, agreements, settle } = newTalk({ wanted: NOTICE });
  talk.press();
  await settle();
  expect(talk.state()).toMatchObject({ phase: "idle", asks: NOTICE });
  expect(done).toEqual([]);
  talk.press();
  expect(talk.state()).toMatchObject({ phase: "connecting", asks: null });
  await settle();
  expect(done.toSorted()).toEqual(["microphone", "mint", "open"]);
  expect(agreements).toEqual([{ version: "v1", msAgo: 0 }]);
  talk.press();
  talk.press();
  expect(talk.state().phase, "what was agreed to once is").toBe("connecting");
});

test("who puts the notice aside has agreed to nothing", async () => {
  const { talk, done, settle } = newTalk({ wanted: NOTICE });
  talk.press();
  talk.stop();
  expect(talk.state()).toMatchObject({ phase: "idle", asks: null });
  talk.press();
  expect(talk.state().asks).toBe(NOTICE);
  await settle();
  expect(done).toEqual([]);
});

test("a notice that our proxy asks for is shown, and the next press agrees to that one", async () => {
  const { talk, done, agreements, allow, mint, settle } = newTalk();
  talk.press();
  allow();
  mint(NOTICE);
  await settle();
  expect(talk.state()).toMatchObject({ phase: "idle", failure: null, asks: NOTICE });
  expect(done.slice(3), "and nothing is open meanwhile").toEqual(["release", "close"]);
  talk.press();
  await settle();
  expect(agreements).toEqual([null, { version: "v1", msAgo: 0 }]);
});
