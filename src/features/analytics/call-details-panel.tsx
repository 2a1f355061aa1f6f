import { useEffect, useRef, useState } from "react";
import { HOUR_MS } from "../../../convex/shared/durations";
import { MESSAGES } from "../../../convex/shared/messages";
import { AddAnswer } from "../../components/answers/add-answer";
import { ANSWERS } from "../../components/answers/texts";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Fact } from "../../components/fact";
import { formatCost, formatDateTime, formatDuration, formatNumber } from "../../lib/formats";
import { secondsOf, type CallDetails, type ShownCall } from "../../lib/shown-calls";
import { endedReasonText, endedReasonTone } from "./call-badges";
import { DeleteCall } from "./delete-call";
import { PageFacts } from "../../components/page-facts";
import { PageUses } from "../../components/page-uses";
import { Said } from "../../components/said";
import { DETAILS, TABLE, TYPED } from "./texts";
import { versionOf, type CallDetailsCache } from "./use-call-details";
import { useRecordingWatch } from "../../lib/use-recording-watch";

/** Recording links expire after this time. */
const LINK_LIFETIME_MS = HOUR_MS;

type CallDetailsPanelProps = { call: ShownCall; cache: CallDetailsCache };

export function CallDetailsPanel({ call, cache }: CallDetailsPanelProps) {
  const { load } = cache;
  const version = versionOf(call);
  const [openedAtMs] = useState(() => Date.now());
  const linkedAtMs = useRef(openedAtMs);
  const known = cache.detailsOf(call);
  const isPending = known?.state === "loaded" && known.details.isRecordingPending;
  useRecordingWatch(isPending, () => cache.loadAgain(call));

  useEffect(() => {
    load(call);
    // oxlint-disable-next-line react/exhaustive-deps -- The list creates new objects for the same calls, so the effect follows the version.
  }, [load, call.id, version]);

  /** Requests a new link once the old one has expired. A recording that cannot be played is not requested forever. */
  function renewLink() {
    const nowMs = Date.now();
    if (nowMs < linkedAtMs.current + LINK_LIFETIME_MS) return;
    linkedAtMs.current = nowMs;
    cache.loadAgain(call);
  }

  if (known === undefined) return <p role="status">{DETAILS.loading}</p>;
  if (known.state === "failed") {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4">
        <p className="text-bad">{MESSAGES.callDetailsNotLoaded}</p>
        <Button onClick={() => load(call)}>{DETAILS.retry}</Button>
      </div>
    );
  }
  const { details } = known;
  const seconds = secondsOf(call);
  const isTyped = call.channel === "text";
  const isGoingOn = isTyped && call.status !== "ended";
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <dl className="grid pairs content-start gap-4">
        {isGoingOn ? (
          <Fact label={TABLE.status} className="col-span-full">
            {TYPED.goingOn}
          </Fact>
        ) : (
          <>
            <Fact label={DETAILS.summary} className="col-span-full">
              {details.summary ?? DETAILS.noSummary}
            </Fact>
            <Fact label={DETAILS.endedReason} className="max-sm:col-span-full">
              <Badge tone={endedReasonTone(details.endedReason)}>
                {endedReasonText(details.endedReason)}
              </Badge>
            </Fact>
            <Fact label={DETAILS.result}>
              <Badge tone={details.isSuccessful ? "good" : "neutral"}>{resultOf(details)}</Badge>
            </Fact>
          </>
        )}
        <Fact label={DETAILS.cost}>{formatCost(details.cost)}</Fact>
        <Fact label={DETAILS.exchanges}>{formatNumber(details.messages.length)}</Fact>
        <Fact label={TABLE.duration} className="sm:hidden">
          {seconds === null ? TABLE.none : formatDuration(seconds)}
        </Fact>
        <Fact label={TABLE.ended} className="max-sm:col-span-full lg:hidden">
          {call.endedAt === null ? TABLE.none : formatDateTime(call.endedAt)}
        </Fact>
        <Fact label={isTyped ? TYPED.id : TABLE.id} className="max-sm:col-span-full">
          <span className="break-all">{call.id}</span>
        </Fact>
        <Fact label={isTyped ? DETAILS.typedBy : DETAILS.calledBy}>
          {call.isTest ? DETAILS.owner : DETAILS.visitor}
        </Fact>
        {details.place !== null && (
          <Fact label={DETAILS.place}>
            <span className="break-words">{details.place}</span>
          </Fact>
        )}
        {details.rating !== null && (
          <Fact label={DETAILS.rating} className="col-span-full">
            <Badge tone={details.rating.isGood ? "good" : "bad"}>
              {details.rating.isGood ? DETAILS.helpful : DETAILS.notHelpful}
            </Badge>
            {details.rating.words !== "" && (
              <span className="mt-1 block break-words" dir="auto">
                {details.rating.words}
              </span>
            )}
            {!details.rating.isGood && <RightAnswer details={details} />}
          </Fact>
        )}
        {details.consent !== null && <Consent consent={details.consent} />}
      </dl>
      <div className="grid min-w-0 content-start gap-4">
        <PageFacts facts={details.pageFacts} />
        <PageUses uses={details.pageUses} />
        <Said details={details} onUnplayable={renewLink} />
        <DeleteCall call={call} onDeleted={cache.onDeleted} />
      </div>
    </div>
  );
}

function resultOf({ channel, isSuccessful, analysis }: CallDetails): string {
  if (channel === "text" && analysis.successEvaluation === null) return TYPED.notEvaluated;
  return isSuccessful ? DETAILS.successful : DETAILS.unsuccessful;
}

/** For a question of the conversation that the assistant could not answer, if one is known. */
function RightAnswer({ details: { assistant, outcome } }: { details: CallDetails }) {
  if (assistant === null) return null;
  return (
    <div className="mt-1">
      <AddAnswer
        assistantId={assistant.id}
        question={outcome?.unanswered[0] ?? ""}
        text={ANSWERS.addRight}
      />
    </div>
  );
}

function Consent({ consent }: { consent: NonNullable<CallDetails["consent"]> }) {
  const { text, privacyUrl, agreedAt } = consent;
  return (
    <Fact label={DETAILS.consent(formatDateTime(agreedAt))} className="col-span-full">
      <span dir="auto">{text}</span>
      {privacyUrl !== null && <span className="block break-all text-muted">{privacyUrl}</span>}
    </Fact>
  );
}
