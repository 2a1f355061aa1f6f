import type { Proposal } from "../../../convex/shared/proposal";
import type { TalkTexts } from "./languages/en";

type ProposalCardProps = {
  proposal: Proposal;
  texts: TalkTexts;
  /** Sends the visitor's yes, like any other words. */
  onConfirm: (words: string) => void;
};

/** What the assistant has understood and asks a yes to. */
export function ProposalCard({ proposal: { title, lines }, texts, onConfirm }: ProposalCardProps) {
  const { check, right, change } = texts.proposal;
  return (
    <section className="asked proposal" aria-label={check}>
      <h2 dir="auto">{title}</h2>
      <dl>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{typeof value === "boolean" ? yesOrNo(value, texts) : value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="main" onClick={() => onConfirm(right)}>
        {right}
      </button>
      <p>{change}</p>
    </section>
  );
}

function yesOrNo(value: boolean, { yes, no }: TalkTexts): string {
  return value ? yes : no;
}
