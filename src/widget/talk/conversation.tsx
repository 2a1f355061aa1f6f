import { useMemo, useState } from "react";
import { Composer } from "./composer";
import type { LookedUp } from "./look-up";
import { MessageList } from "./message-list";
import { NoticePanel } from "./notice-panel";
import { openPageTalk, type TalkService } from "./page-talk";
import { TalkHeader } from "./talk-header";

type ConversationProps = {
  found: Extract<LookedUp, { kind: "found" }>;
  service: TalkService;
};

export function Conversation({ found, service }: ConversationProps) {
  const { assistant, texts } = found;
  const [, setChanges] = useState(0);
  const talk = useMemo(
    () => openPageTalk(service, found, () => setChanges((changes) => changes + 1)),
    [service, found],
  );
  const state = talk.state();
  const notice = talk.notice();
  const [isFieldLater] = useState(notice !== null);
  const isAnswering = state.question?.kind === "answering";
  const isNew = state.messages.length === 0 && state.question === null;
  return (
    <div className="page">
      <TalkHeader assistant={assistant} texts={texts} onStartOver={isNew ? null : talk.startOver} />
      <main>
        <MessageList
          {...{ assistant, texts, state }}
          onTryAgain={notice === null ? talk.tryAgain : null}
        />
        <p role="status" className="unseen">
          {isAnswering ? texts.answering(assistant.name) : ""}
        </p>
        {notice === null ? (
          <Composer
            texts={texts}
            hasFocus={isFieldLater}
            isAnswering={isAnswering}
            onSend={talk.ask}
          />
        ) : (
          <NoticePanel notice={notice} texts={texts} onAgree={talk.agree} />
        )}
      </main>
    </div>
  );
}
