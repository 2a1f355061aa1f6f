import { useState } from "react";
import type { CorrectionFault, Proposal, ProposalLine } from "../../../convex/shared/proposal";
import { correctProposal } from "../transport/correct-proposal";
import type { TalkTexts } from "./languages/en";
import { EditedLine, type LineControl, ShownLine, yesNoControl } from "./proposal-line";
import { proposalTexts, type ProposalTexts } from "./proposal-texts";

export type ProposalCardProps = {
  proposal: Proposal;
  language: string;
  texts: TalkTexts;
  siteUrl: string;
  conversation: { embedId: string; thread: string | null };
  /** Sends the visitor's yes, like any other words. */
  onConfirm: (words: string) => void;
  /** What waits for the yes after a correction. */
  onProposal: (proposal: Proposal | null) => void;
};

interface Edited {
  /** Of the proposal. */
  id: string;
  name: string;
  isOpen: boolean;
  isSending: boolean;
  fault: CorrectionFault | "unknown" | null;
}

/** What the assistant has understood and asks a yes to. The visitor can correct each value by hand. */
export function ProposalCard(props: ProposalCardProps) {
  const { proposal, language, texts, siteUrl, conversation, onConfirm, onProposal } = props;
  const { id, version, title, lines } = proposal;
  const { check, right, change } = texts.proposal;
  const own = proposalTexts(language);
  const [edited, setEdited] = useState<Edited | null>(null);
  const isEdited = ({ name }: ProposalLine) =>
    edited?.isOpen === true && edited.id === id && edited.name === name;

  async function save(name: string, value: ProposalLine["value"]): Promise<void> {
    if (edited?.isSending === true) return;
    setEdited({ id, name, isOpen: true, isSending: true, fault: null });
    const answer = await correctProposal(siteUrl, conversation, { id, version, name, value });
    const fault = answer === null ? "unknown" : (answer.fault ?? null);
    const isOpen = fault !== null && fault !== "outdated";
    setEdited({ id, name, isOpen, isSending: false, fault });
    if (answer !== null) onProposal(answer.proposal);
  }

  /** If nobody knows whether a value was taken, the server says what counts. */
  const cancel = ({ name, value }: ProposalLine & { name: string }) =>
    edited?.fault === "unknown"
      ? void save(name, value)
      : setEdited({ id, name, isOpen: false, isSending: false, fault: null });

  return (
    <section className="asked proposal" aria-label={check}>
      <h2 dir="auto">{title}</h2>
      {edited?.fault === "outdated" && <p role="alert">{own.outdated}</p>}
      <dl>
        {lines.map((line) => {
          const { label, name } = line;
          const shared = { line, texts, own };
          return name !== undefined && isEdited(line) ? (
            <EditedLine
              key={label}
              {...shared}
              problem={problemText(edited?.fault ?? null, line, texts, own)}
              control={controlOf(line, texts)}
              onSave={(written) =>
                void save(name, typeof line.value === "boolean" ? written === "true" : written)
              }
              onCancel={() => cancel({ ...line, name })}
            />
          ) : (
            <ShownLine
              key={label}
              {...shared}
              hasFocus={edited?.id === id && edited.name === name && !edited.isOpen}
              onEdit={
                name === undefined
                  ? null
                  : () => setEdited({ id, name, isOpen: true, isSending: false, fault: null })
              }
            />
          );
        })}
      </dl>
      {!lines.some(isEdited) && (
        <button type="button" className="main" onClick={() => onConfirm(right)}>
          {right}
        </button>
      )}
      <p>{change}</p>
    </section>
  );
}

function controlOf({ value }: ProposalLine, texts: TalkTexts): LineControl {
  if (typeof value === "boolean") return yesNoControl(texts);
  return { type: typeof value === "number" ? "number" : "text" };
}

function problemText(
  fault: Edited["fault"],
  { value }: ProposalLine,
  texts: TalkTexts,
  own: ProposalTexts,
): string | null {
  switch (fault) {
    case null:
    case "outdated":
      return null;
    case "type":
    case "missing":
      return typeof value === "number" ? texts.field.number : texts.field.text;
    case "email":
      return texts.field.email;
    case "tooLong":
      return own.tooLong;
    case "past":
    case "start":
      return own.past;
    case "unknown":
      return texts.notSent;
    default:
      return fault satisfies never;
  }
}
