import { useEffect, useRef, useState } from "react";
import type { Detail, DetailFault } from "../../../convex/shared/details";
import { correctDetail } from "../transport/correct-detail";
import type { TalkTexts } from "./languages/en";
import { EditedLine, type LineControl, ShownLine, yesNoControl } from "./proposal-line";
import { proposalTexts, type ProposalTexts } from "./proposal-texts";

export type DetailsCardProps = {
  details: Detail[];
  language: string;
  texts: TalkTexts;
  siteUrl: string;
  conversation: { embedId: string; thread: string | null };
  /** Whether the visitor can write at the moment. */
  canEdit: boolean;
  /** What is noted after a correction. */
  onDetails: (details: Detail[]) => void;
  /** Tells the assistant, like any other words. */
  onSay: (words: string) => void;
};

interface Edited {
  key: string;
  isOpen: boolean;
  isSending: boolean;
  fault: Exclude<DetailFault, "ended"> | "unknown" | null;
}

/** More would cover the conversation. */
const MAX_OPEN_LINES = 4;

/** What the assistant has noted so far. The visitor can correct each line by hand. */
export function DetailsCard(props: DetailsCardProps) {
  const { details, language, texts, siteUrl, conversation, canEdit, onDetails, onSay } = props;
  const own = proposalTexts(language);
  const newest = useNewest(details, texts);
  const [edited, setEdited] = useState<Edited | null>(null);
  const open = (key: string, fault: Edited["fault"] = null) =>
    setEdited({ key, isOpen: true, isSending: false, fault });
  const close = (key: string) => setEdited({ key, isOpen: false, isSending: false, fault: null });

  async function save({ key, label, kind, value }: Detail, written: string): Promise<void> {
    if (edited?.isSending === true) return;
    if (written.trim() === String(value ?? "")) {
      close(key);
      return;
    }
    setEdited({ key, isOpen: true, isSending: true, fault: null });
    const answer = await correctDetail(siteUrl, conversation, { key, value: written });
    const fault = answer === null ? "unknown" : (answer.detailFault ?? null);
    if (fault !== null && fault !== "ended") {
      open(key, fault);
      return;
    }
    close(key);
    if (answer !== null) onDetails(answer.details);
    // The assistant has to know it, and notes it again if the conversation was over.
    const words = kind === "yesNo" ? (written === "true" ? texts.yes : texts.no) : written.trim();
    onSay(`${label}: ${words}`);
  }

  return (
    <section className="asked proposal" aria-label={own.details}>
      <details open={details.length <= MAX_OPEN_LINES}>
        <summary>{own.details}</summary>
        <dl>
          {details.map((detail) => {
            const { key, label, value } = detail;
            const shared = { line: { label, value }, texts, own };
            return edited?.key === key && edited.isOpen && canEdit ? (
              <EditedLine
                key={key}
                {...shared}
                control={controlOf(detail, texts)}
                problem={problemText(edited.fault, detail, texts, own)}
                onSave={(written) => void save(detail, written)}
                onCancel={() => close(key)}
              />
            ) : (
              <ShownLine
                key={key}
                {...shared}
                hasFocus={edited?.key === key && !edited.isOpen}
                onEdit={canEdit ? () => open(key) : null}
              />
            );
          })}
        </dl>
      </details>
      <p role="status" className="unseen">
        {newest}
      </p>
    </section>
  );
}

/** The line that has changed last, for screen readers. */
function useNewest(details: Detail[], texts: TalkTexts): string {
  const before = useRef(details);
  const [newest, setNewest] = useState("");
  useEffect(() => {
    const changed = details.findLast(
      ({ key, value }) =>
        value !== null && before.current.find((one) => one.key === key)?.value !== value,
    );
    before.current = details;
    if (changed === undefined) return;
    const { label, value } = changed;
    const words = typeof value === "boolean" ? (value ? texts.yes : texts.no) : value;
    setNewest(`${label}: ${words}`);
  }, [details, texts]);
  return newest;
}

function controlOf({ kind, choices = [] }: Detail, texts: TalkTexts): LineControl {
  switch (kind) {
    case "yesNo":
      return yesNoControl(texts);
    case "choice":
      return { options: choices.map((choice) => ({ value: choice, text: choice })) };
    case "number":
    case "email":
      return { type: kind };
    case "phone":
      return { type: "tel" };
    case "text":
    case "date":
      return { type: "text" };
    default:
      return kind satisfies never;
  }
}

function problemText(
  fault: Edited["fault"],
  { kind }: Detail,
  texts: TalkTexts,
  own: ProposalTexts,
): string | null {
  switch (fault) {
    case null:
      return null;
    case "type":
      return kind === "number" ? texts.field.number : texts.field.text;
    case "email":
    case "phone":
      return texts.field[fault];
    case "tooLong":
      return own.tooLong;
    case "unknown":
      return texts.notSent;
    default:
      return fault satisfies never;
  }
}
