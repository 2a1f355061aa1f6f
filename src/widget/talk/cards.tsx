import type { Proposal } from "../../../convex/shared/proposal";
import { DetailsCard } from "./details-card";
import type { TalkTexts } from "./languages/en";
import { ProposalCard } from "./proposal-card";
import { SlipCard } from "./slip-card";
import type { TalkEvent, TalkState } from "./talk-state";

export type CardsProps = {
  state: TalkState;
  language: string;
  texts: TalkTexts;
  siteUrl: string;
  conversation: { embedId: string; thread: string | null };
  isAnswering: boolean;
  /** Whether the visitor can write at the moment. */
  canWrite: boolean;
  apply: (event: TalkEvent) => void;
  /** Sends words as if the visitor had typed them. */
  onSend: (words: string) => void;
  onProposal: (proposal: Proposal | null) => void;
};

/** One card at a time: what waits for a yes, then what was done after it, then what is noted. */
export function Cards(props: CardsProps) {
  const { state, isAnswering, canWrite, apply, onSend, onProposal, ...shared } = props;
  const { proposal, slip, details = [] } = state;
  if (proposal !== undefined) {
    if (isAnswering) return null;
    return <ProposalCard {...{ proposal, onProposal }} {...shared} onConfirm={onSend} />;
  }
  if (slip !== undefined && slip.isClosed === undefined) {
    if (isAnswering) return null;
    const onClose = () => apply({ kind: "slipClosed" });
    return <SlipCard key={slip.id} {...{ slip, onClose }} {...shared} />;
  }
  if (details.length === 0) return null;
  return (
    <DetailsCard
      {...{ details }}
      {...shared}
      canEdit={canWrite && !isAnswering}
      onDetails={(found) => apply({ kind: "noted", details: found })}
      onSay={onSend}
    />
  );
}
