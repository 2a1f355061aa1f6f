import { expect, test, vi } from "vitest";
import type { Consent } from "../engine/consent";
import type { AnswerEvent } from "../transport/send-message";
import { openTalk, type TalkParts } from "./open-talk";
import type { StoredTalk } from "./stored-talk";
import { NEW_CONVERSATION } from "./talk-state";
import { threadStore } from "./thread-store";

const NOTICE = { version: "v1", language: "en", text: "An AI answers.", words: "OK?", link: null };
const ANSWER: AnswerEvent[] = [
  { kind: "thread", thread: "t1" },
  { kind: "delta", text: "At seven." },
  { kind: "answered" },
];

type Sent = Parameters<TalkParts["send"]>[0];

function opened(answers: AnswerEvent[][], changes: Partial<TalkParts> = {}) {
  const sent: Sent[] = [];
  const save = vi.fn<StoredTalk["save"]>();
  const store = threadStore({ read: () => NEW_CONVERSATION, save });
  const talk = openTalk({
    async *send(message) {
      sent.push(message);
      yield* answers.shift() ?? [];
    },
    store,
    consent: null,
    onChange: () => undefined,
    ...changes,
  });
  return { talk, store, sent, save };
}

test("each message continues the thread of the answer before", async () => {
  const { talk, store, sent } = opened([ANSWER, ANSWER]);
  talk.ask("When do you open?");
  await vi.waitFor(() => expect(store.state().question).toBeNull());
  talk.ask("And on Sunday?");
  await vi.waitFor(() => expect(store.state().messages).toHaveLength(4));
  expect(sent.map(({ text, thread }) => [text, thread])).toEqual([
    ["When do you open?", null],
    ["And on Sunday?", "t1"],
  ]);
});

test("while the assistant is writing nothing is sent", () => {
  const { talk, sent } = opened([ANSWER, ANSWER]);
  talk.ask("When do you open?");
  talk.ask("And on Sunday?");
  expect(sent).toHaveLength(1);
});

test("what is written is stored when it begins and ends, not with each piece", async () => {
  const { talk, store, save } = opened([ANSWER]);
  talk.ask("When do you open?");
  await vi.waitFor(() => expect(store.state().question).toBeNull());
  expect(save).toHaveBeenCalledTimes(3);
  expect(save).toHaveBeenLastCalledWith(store.state());
});

test("a question that failed is asked again", async () => {
  const failure = { code: "offline", text: "No network." };
  const { talk, store, sent } = opened([[{ kind: "failed", failure }], ANSWER]);
  talk.ask("When do you open?");
  await vi.waitFor(() => expect(store.state().question?.kind).toBe("failed"));
  talk.tryAgain();
  await vi.waitFor(() => expect(store.state().messages).toHaveLength(2));
  expect(sent.map(({ text, isAgain }) => [text, isAgain])).toEqual([
    ["When do you open?", false],
    ["When do you open?", true],
  ]);
});

test("starting over stops the answer, whose rest is not shown", async () => {
  let goOn: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => (goOn = resolve));
  let aborted: AbortSignal | null = null;
  const { talk, store } = opened([], {
    async *send({ signal }) {
      aborted = signal;
      await isStarted;
      yield* ANSWER;
    },
  });
  talk.ask("When do you open?");
  talk.startOver();
  expect(aborted).toMatchObject({ aborted: true });
  goOn();
  await isStarted;
  await Promise.resolve();
  expect(store.state()).toEqual(NEW_CONVERSATION);
});

test("a notice that the server asks for is shown, and agreeing to it sends the message", async () => {
  let agreed: ReturnType<Consent["given"]> = null;
  const consent: Consent = {
    wanted: () => null,
    given: () => agreed,
    give: ({ version }) => void (agreed = { version, msAgo: 0 }),
  };
  const { talk, store, sent } = opened([[{ kind: "consentNeeded", notice: NOTICE }], ANSWER], {
    consent,
  });
  talk.ask("When do you open?");
  await vi.waitFor(() => expect(talk.notice()).toBe(NOTICE));
  talk.agree();
  expect(talk.notice()).toBeNull();
  await vi.waitFor(() => expect(store.state().messages).toHaveLength(2));
  expect(sent[1]).toMatchObject({ text: "When do you open?", agreed: { version: "v1" } });
});

test("a notice that is known before the first message is agreed to without one", () => {
  const give = vi.fn<Consent["give"]>();
  const consent: Consent = { wanted: () => NOTICE, given: () => null, give };
  const { talk, sent } = opened([], { consent });
  expect(talk.notice()).toBe(NOTICE);
  talk.agree();
  expect(give).toHaveBeenCalledWith(NOTICE);
  expect(sent).toEqual([]);
});
