import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import type { FoundAssistant } from "../state/assistant";
import { failureText } from "./failure-text";
import type { TalkTexts } from "./languages/en";
import { MessageBody } from "./message-body";
import type { ChatMessage, TalkState } from "./talk-state";

type MessageListProps = {
  assistant: FoundAssistant;
  texts: TalkTexts;
  state: TalkState;
  /** During a call, which is heard and not read out. */
  isSpoken: boolean;
  /** Null if the visitor has to agree to something first. */
  onTryAgain: (() => void) | null;
  /** After the last message. */
  children?: ReactNode;
};

/** How far from its end a list may be and still follow what is added. */
const NEAR_PX = 80;

export function MessageList(props: MessageListProps) {
  const { assistant, texts, state, isSpoken, onTryAgain, children } = props;
  const { greeting, name } = assistant;
  const { question } = state;
  const heard = state.spoken?.heard ?? null;
  // A conversation that began with a call has the spoken greeting.
  const isGreeted = (state.messages[0] ?? heard)?.role === "assistant";
  const messages: ChatMessage[] = [
    ...(greeting === null || isGreeted ? [] : [{ role: "assistant" as const, text: greeting }]),
    ...state.messages,
    ...(question === null ? [] : [{ role: "user" as const, text: question.text }]),
  ];
  const names = { user: texts.you, assistant: name };
  const list = useFollowedEnd(messages.length);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The arrow keys scroll it.
    <div ref={list} className="scroll" role="region" aria-label={texts.conversation} tabIndex={0}>
      {/* What is being written stands after it, so that it is read out once, as a whole. */}
      <div role="log" aria-live={isSpoken ? "off" : "polite"}>
        <ol className="messages">
          {messages.map(({ role, text }, index) => (
            <li key={index} className={role} dir="auto">
              <span className="unseen">{names[role]}: </span>
              <MessageBody text={text} />
            </li>
          ))}
        </ol>
        {question?.kind === "failed" && onTryAgain !== null && (
          <div className="failure">
            <p>
              {question.failure === null
                ? texts.notAnswered
                : failureText(question.failure, texts, assistant)}
            </p>
            <button type="button" onClick={onTryAgain}>
              {texts.tryAgain}
            </button>
          </div>
        )}
      </div>
      {heard !== null && (
        <div className="messages">
          <div className={heard.role} dir="auto">
            {heard.text}
          </div>
        </div>
      )}
      {question?.kind === "answering" && (
        <div className="messages">
          <div className="assistant" dir="auto">
            {question.answer.trim() === "" ? <Dots /> : <MessageBody text={question.answer} />}
          </div>
        </div>
      )}
      {children}
    </div>
  );
}

function Dots() {
  return (
    <span className="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

/**
 * Scrolls to the end when there is another message. Unless the visitor has scrolled back, it also does so with each piece of a
 * message, and when something below takes room from the list.
 */
function useFollowedEnd(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef({ count: 0, height: 0, room: 0 });
  const follow = (isAdded: boolean) => {
    const element = list.current;
    if (element === null) return;
    // Somebody who fills in a form does not follow the list.
    if (element.querySelector("form :focus") !== null) return;
    const { scrollHeight: height, scrollTop, clientHeight: room } = element;
    const wasNearEnd = shown.current.height - scrollTop - shown.current.room < NEAR_PX;
    if (wasNearEnd || isAdded) element.scrollTop = height;
    shown.current = { ...shown.current, height, room };
  };
  useLayoutEffect(() => {
    follow(count > shown.current.count);
    shown.current.count = count;
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => follow(false));
    if (list.current !== null) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return list;
}
