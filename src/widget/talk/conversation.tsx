import { useEffect, useMemo, useState } from "react";
import type { Unsaved } from "../../lib/widget-protocol";
import type { Proposal } from "../../../convex/shared/proposal";
import { LANDING_EMBED_ID } from "../../../convex/shared/landingAssistant";
import { IDLE, isOngoing } from "../state/call-state";
import { buttonAround } from "./button-around";
import { Composer } from "./composer";
import { isDeadEnd, messagePassOf } from "./dead-end";
import type { LookedUp } from "./look-up";
import { MessageList } from "./message-list";
import { NoticePanel } from "./notice-panel";
import { openPageTalk, openStore, type TalkService } from "./page-talk";
import { TalkHeader } from "./talk-header";
import { useClose } from "./use-close";
import { useLoaded } from "./use-loaded";
import { useTestState } from "./use-test-state";
import { useVoice } from "./use-voice";

type ConversationProps = {
  found: Extract<LookedUp, { kind: "found" }>;
  /** The unsaved settings of an owner who tests. */
  unsaved: Unsaved | null;
  service: TalkService;
};

const loadRating = () => import("./rating");
const loadForm = () => import("./message-form");
const loadCards = () => import("./cards");

export function Conversation({ found, unsaved, service }: ConversationProps) {
  const { assistant: saved, texts } = found;
  const assistant = unsaved === null ? saved : { ...saved, ...shownOf(unsaved) };
  const isTesting = service.readSession !== null;
  const [, setChanges] = useState(0);
  const { store, talk } = useMemo(() => {
    const thread = openStore(service, saved);
    const onChange = () => setChanges((changes) => changes + 1);
    return { store: thread, talk: openPageTalk(service, found, thread, onChange) };
  }, [service, found, saved]);
  useEffect(() => store.listen(() => setChanges((changes) => changes + 1)), [store]);
  const shown = useVoice(service, saved, store);
  // In a panel, the button may have a call before the script that shows calls has loaded.
  const voice = shown?.voice ?? buttonAround()?.voice;
  const call = voice?.state() ?? IDLE;
  const state = store.state();
  const close = useClose();
  const notice = talk.notice() ?? (call.kind === "consent" ? call.notice : null);
  const [isFieldLater] = useState(notice !== null);
  const isAnswering = state.question?.kind === "answering";
  const isNew = state.messages.length === 0 && state.question === null;
  useTestState(isTesting ? service.host : null, !isNew);
  const agree = () => {
    if (call.kind === "consent") voice?.press("press");
    talk.agree();
  };
  const { thread } = state;
  const hasAnswers = thread !== null && state.messages.some(({ role }) => role === "assistant");
  const isWaiting = isAnswering || isOngoing(call);
  const isRatable = hasAnswers && !isTesting && !isWaiting && state.isRated !== true;
  const rating = useLoaded(isRatable, loadRating);
  const [isOffered, setIsOffered] = useState(false);
  // While the visitor tries again, what is in the form stays.
  const isOver = isWaiting ? isOffered : isDeadEnd(state, call, assistant);
  if (isOver !== isOffered) setIsOffered(isOver);
  // While it is closed, the owner may not want messages.
  const isTaken = found.unavailable === null || found.unavailable.messagePass !== undefined;
  const canLeave = !isTesting && assistant.embedId !== LANDING_EMBED_ID && isTaken;
  const form = useLoaded(isOver && canLeave, loadForm);
  const messagePass = messagePassOf(state, call) ?? found.unavailable?.messagePass ?? null;
  const { proposal, slip, details } = state;
  const cards = useLoaded((proposal ?? slip ?? details) !== undefined, loadCards);
  const type = (text: string) => voice?.engine()?.type(text);
  // The call may have begun or ended since this was rendered.
  const send = (text: string) => (voice?.state().kind === "active" ? type(text) : talk.ask(text));
  const propose = (found: Proposal | null) => {
    if (found !== null || store.state().proposal !== undefined)
      store.apply({ kind: "proposed", proposal: found });
  };
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
      <main aria-label={assistant.name}>
        <MessageList
          {...{ assistant, texts, state }}
          isSpoken={isOngoing(call)}
          onTryAgain={notice === null ? talk.tryAgain : null}
        >
          {form !== null && (
            <form.MessageForm {...{ found, service, thread, messagePass }} isBelowMessages />
          )}
        </MessageList>
        <p role="status" className="unseen">
          {isAnswering ? texts.answering(assistant.name) : ""}
        </p>
        {rating !== null && thread !== null && (
          <rating.Rating
            texts={texts}
            siteUrl={service.siteUrl}
            conversation={{ embedId: assistant.embedId, thread }}
            onDone={() => store.apply({ kind: "rated" })}
          />
        )}
        {shown !== null && <shown.VoiceBar {...{ voice: shown.voice, assistant, texts }} />}
        {shown !== null && (
          <shown.AskedField
            {...{ texts, state, siteUrl: service.siteUrl, embedId: assistant.embedId }}
            isActive={call.kind === "active"}
            onType={type}
            onProposal={propose}
            onSlip={(found) => store.apply({ kind: "done", slip: found })}
            onDetails={(found) => store.apply({ kind: "noted", details: found })}
          />
        )}
        {cards !== null && (
          <cards.Cards
            {...{ state, texts, isAnswering, language: found.language, siteUrl: service.siteUrl }}
            conversation={{ embedId: assistant.embedId, thread }}
            canWrite={notice === null}
            apply={(event) => store.apply(event)}
            onSend={send}
            onProposal={propose}
          />
        )}
        {notice === null ? (
          <Composer
            texts={texts}
            hasFocus={isFieldLater || isTesting || close !== null}
            isAnswering={isAnswering}
            onSend={send}
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

function shownOf({ name, greeting, look }: Unsaved) {
  return { ...look, name, greeting };
}
