import { useEffect, useMemo, useState } from "react";
import { IDLE, isOngoing } from "../state/call-state";
import { buttonAround } from "./button-around";
import { Composer } from "./composer";
import type { LookedUp } from "./look-up";
import { MessageList } from "./message-list";
import { NoticePanel } from "./notice-panel";
import { openPageTalk, openStore, type TalkService } from "./page-talk";
import { TalkHeader } from "./talk-header";
import { sendRating } from "../transport/send-rating";
import { useRating } from "./use-rating";
import { useVoice } from "./use-voice";

type ConversationProps = {
  found: Extract<LookedUp, { kind: "found" }>;
  service: TalkService;
};

export function Conversation({ found, service }: ConversationProps) {
  const { assistant, texts } = found;
  const [, setChanges] = useState(0);
  const { store, talk } = useMemo(() => {
    const thread = openStore(service, assistant);
    const onChange = () => setChanges((changes) => changes + 1);
    return { store: thread, talk: openPageTalk(service, found, thread, onChange) };
  }, [service, found, assistant]);
  useEffect(() => store.listen(() => setChanges((changes) => changes + 1)), [store]);
  const shown = useVoice(service, assistant, store);
  const voice = shown?.voice;
  const call = voice?.state() ?? IDLE;
  const state = store.state();
  const close = buttonAround()?.close ?? null;
  useEffect(() => {
    if (close === null) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [close]);
  const notice = talk.notice() ?? (call.kind === "consent" ? call.notice : null);
  const [isFieldLater] = useState(notice !== null);
  const isAnswering = state.question?.kind === "answering";
  const isNew = state.messages.length === 0 && state.question === null;
  const agree = () => {
    if (call.kind === "consent") voice?.press("press");
    talk.agree();
  };
  const { thread } = state;
  const hasAnswers = thread !== null && state.messages.some(({ role }) => role === "assistant");
  const rating = useRating(
    hasAnswers && !isAnswering && !isOngoing(call) && state.isRated !== true,
  );
  const type = (text: string) => voice?.engine()?.type(text);
  const startOver = () => {
    voice?.press("stop");
    talk.startOver();
  };
  return (
    <div className="page">
      <TalkHeader
        assistant={assistant}
        texts={texts}
        onStartOver={isNew ? null : startOver}
        onClose={close}
      />
      <main>
        <MessageList
          {...{ assistant, texts, state }}
          isSpoken={isOngoing(call)}
          onTryAgain={notice === null ? talk.tryAgain : null}
        />
        <p role="status" className="unseen">
          {isAnswering ? texts.answering(assistant.name) : ""}
        </p>
        {rating !== null && thread !== null && (
          <rating.Rating
            texts={texts}
            onRate={async (given) =>
              await sendRating(service.siteUrl, { embedId: assistant.embedId, thread, ...given })
            }
            onDone={() => store.apply({ kind: "rated" })}
          />
        )}
        {shown !== null && <shown.VoiceBar {...{ voice: shown.voice, assistant, texts }} />}
        {shown !== null && (
          <shown.AskedField
            {...{ texts, state, siteUrl: service.siteUrl, embedId: assistant.embedId }}
            isActive={call.kind === "active"}
            onType={type}
          />
        )}
        {notice === null ? (
          <Composer
            texts={texts}
            hasFocus={isFieldLater || close !== null}
            isAnswering={isAnswering}
            onSend={call.kind === "active" ? type : talk.ask}
            beside={
              shown !== null && <shown.VoiceButton voice={shown.voice} assistant={assistant} />
            }
          />
        ) : (
          <NoticePanel notice={notice} texts={texts} onAgree={agree} />
        )}
      </main>
    </div>
  );
}
