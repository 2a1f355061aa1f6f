/** A call's outcome as an entry in a mail. */
import type { Doc } from "../_generated/dataModel";
import type { OutcomeEntry } from "../notifications/mail/table";
import { MAX_EMAIL_LENGTH } from "../shared/limits";
import type { Found } from "./table";

/** Matches only what a mail header cannot read as several addresses. */
const PLAIN_ADDRESS = /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;
const NAME = /^(?:.* )?name$/i;
/** The kinds that can be the call's topic. Contact details cannot. */
const TOPICS: Found["kind"][] = ["text", "choice"];

type OutcomeContent = Pick<
  Doc<"outcomes">,
  "callId" | "channel" | "leftBecause" | "atMs" | "found" | "unanswered" | "underway"
>;

export function entryOf(
  { callId, channel, leftBecause, atMs, found, unanswered, underway }: OutcomeContent,
  name: string,
): OutcomeEntry {
  const values = found.flatMap(({ value, ...rest }) =>
    value === null ? [] : [{ ...rest, text: textOf(value) }],
  );
  const isName = ({ kind, label }: { kind: string; label: string }) =>
    kind === "text" && NAME.test(label);
  const topic = values.find((one) => TOPICS.includes(one.kind) && !isName(one));
  const address = values.find(({ kind }) => kind === "email")?.text ?? "";
  const isPlain = address.length <= MAX_EMAIL_LENGTH && PLAIN_ADDRESS.test(address);
  return {
    ...{ callId, atMs, assistantName: name, unanswered },
    ...(channel === undefined ? {} : { channel }),
    ...(leftBecause === undefined ? {} : { leftBecause }),
    ...(underway === undefined ? {} : { soFar: underway.soFar }),
    who: values.find(isName)?.text ?? null,
    topic: topic === undefined ? null : { label: topic.label, text: topic.text },
    lines: values.map(({ label, text }) => ({ label, text })),
    replyTo: isPlain ? address : null,
  };
}

function textOf(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
