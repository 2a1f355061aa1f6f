import type { FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import type { api } from "../../../../convex/_generated/api";
import { CONFIRM_WITHIN_MINUTES } from "../../../../convex/shared/actions";
import { MINUTE_MS } from "../../../../convex/shared/durations";
import { Badge } from "../../../components/badge";
import { formatDateTime, formatResponseTime } from "../../../lib/formats";
import { ENDED, LOG, REASONS, STATES } from "./texts";

export type ShownRun = FunctionReturnType<typeof api.actions.runs>[number];

/** What became of a run. Nobody continues one that is older than a visitor may take for a yes. */
export function stateOf({ state, atMs }: ShownRun, nowMs: number) {
  const isOld = nowMs > atMs + CONFIRM_WITHIN_MINUTES * MINUTE_MS;
  return isOld && (state === "proposed" || state === "running") ? ENDED[state] : STATES[state];
}

/** What was asked, sent and answered. */
export function RunDetails({ run }: { run: ShownRun }) {
  const { values, correctedByHand, reply, why, sent, status, answer, durationMs = 0, state } = run;
  const duration = formatResponseTime(durationMs);
  const given = Object.entries(values).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <div className="grid gap-3 text-small">
      <Part title={LOG.values}>{given.length === 0 ? LOG.noValues : given.join(" · ")}</Part>
      {correctedByHand !== undefined && <p>{LOG.corrected(correctedByHand.join(", "))}</p>}
      {reply !== undefined && <p>{LOG.reply(reply.words, formatDateTime(reply.atMs))}</p>}
      {why !== undefined && <p className="text-bad">{REASONS[why]}</p>}
      {sent !== undefined && (
        <Part title={LOG.sent}>
          {sent.method} {sent.url}
          {sent.headers.length > 0 && (
            <span className="block text-faint">{LOG.headers(sent.headers.join(", "))}</span>
          )}
        </Part>
      )}
      {sent !== undefined && sent.body !== null && <Code title={LOG.body} text={sent.body} />}
      {sent !== undefined && (
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          {status === undefined ? LOG.noStatus(duration) : LOG.status(status, duration)}
        </p>
      )}
      {answer !== undefined && <Code title={LOG.answer} text={answer || LOG.noAnswer} />}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <p className="wrap-anywhere text-muted">{children}</p>
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        role="region"
        aria-label={title}
        className="max-h-48 overflow-y-auto rounded-control border border-line bg-canvas p-3 wrap-anywhere whitespace-pre-wrap"
      >
        <code>{text}</code>
      </pre>
    </div>
  );
}
