import { useEffect, useRef, useState } from "react";
import { MESSAGES } from "../../../convex/shared/messages";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Fact } from "../../components/fact";
import { formatCost, formatDateTime, formatDuration, formatNumber } from "../../lib/formats";
import { secondsOf, type CallDetails, type ShownCall } from "../../lib/shown-calls";
import { endedReasonText, endedReasonTone } from "./call-words";
import { DeleteCall } from "./delete-call";
import { Said } from "../../components/said";
import { versionOf, type CallDetailsCache } from "./use-call-details";
import { useRecordingWatch } from "../../lib/use-recording-watch";

/** For how long a link to a recording is good. */
const LINK_MS = 3_600_000;

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
    // oxlint-disable-next-line react/exhaustive-deps -- The list makes new objects of the same calls; what matters of one is its version.
  }, [load, call.id, version]);

  /** Once for each link that is an hour old: what cannot be played at all is not asked for again and again. */
  function renewLink() {
    const nowMs = Date.now();
    if (nowMs < linkedAtMs.current + LINK_MS) return;
    linkedAtMs.current = nowMs;
    cache.loadAgain(call);
  }

  if (known === undefined) return <p role="status">Loading call details...</p>;
  if (known.state === "failed") {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4">
        <p className="text-bad">{MESSAGES.callDetailsNotLoaded}</p>
        <Button onClick={() => load(call)}>Try again</Button>
      </div>
    );
  }
  const { details } = known;
  const seconds = secondsOf(call);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <dl className="grid pairs content-start gap-4">
        <Fact label="Summary" className="col-span-full">
          {details.summary ?? "No summary"}
        </Fact>
        <Fact label="Ended reason" className="max-sm:col-span-full">
          <Badge tone={endedReasonTone(details.endedReason)}>
            {endedReasonText(details.endedReason)}
          </Badge>
        </Fact>
        <Fact label="Result">
          <Badge tone={details.isSuccessful ? "good" : "neutral"}>
            {details.isSuccessful ? "Successful" : "Unsuccessful"}
          </Badge>
        </Fact>
        <Fact label="Cost">{formatCost(details.cost)}</Fact>
        <Fact label="Exchanges">{formatNumber(details.messages.length)}</Fact>
        <Fact label="Duration" className="sm:hidden">
          {seconds === null ? "–" : formatDuration(seconds)}
        </Fact>
        <Fact label="Ended" className="max-sm:col-span-full lg:hidden">
          {call.endedAt === null ? "–" : formatDateTime(call.endedAt)}
        </Fact>
        <Fact label="Call ID" className="max-sm:col-span-full">
          <span className="break-all">{call.id}</span>
        </Fact>
        <Fact label="Called by">{call.isTest ? "You, as a test" : "A visitor"}</Fact>
        {details.consent !== null && <AgreedTo consent={details.consent} />}
      </dl>
      <div className="grid min-w-0 content-start gap-4">
        <Said details={details} onUnplayable={renewLink} />
        <DeleteCall call={call} onDeleted={cache.onDeleted} />
      </div>
    </div>
  );
}

function AgreedTo({ consent }: { consent: NonNullable<CallDetails["consent"]> }) {
  const { text, privacyUrl, agreedAt } = consent;
  return (
    <Fact label={`Agreed to the notice, ${formatDateTime(agreedAt)}`} className="col-span-full">
      <span dir="auto">{text}</span>
      {privacyUrl !== null && <span className="block break-all text-muted">{privacyUrl}</span>}
    </Fact>
  );
}
