import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { useUpdateAssistant } from "../editor/use-save-assistant";
import { valuesOf } from "../settings";
import { WordDifference } from "../versions/word-difference";
import { PROPOSAL } from "./texts";

type Proposal = FunctionReturnType<typeof api.rehearsals.propose>;
type ProposedPromptProps = { edited: Doc<"assistants">; rehearsalId: Id<"rehearsals"> };

/** What to change in the prompt after a failure. It is saved like any change of the owner's. */
export function ProposedPrompt({ edited, rehearsalId }: ProposedPromptProps) {
  const propose = useAction(api.rehearsals.propose);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const { isBusy, run } = useOneAtATime();

  function ask() {
    run(async () => {
      try {
        setProposal(await propose({ rehearsalId }));
      } catch (error) {
        toast.error(`${PROPOSAL.failed} ${reasonOf(error)}`);
      }
    });
  }

  if (proposal === null) {
    return (
      <Button className="justify-self-start" disabled={isBusy} onClick={ask}>
        {isBusy ? PROPOSAL.asking : PROPOSAL.ask}
      </Button>
    );
  }
  return <Proposed edited={edited} proposal={proposal} onClose={() => setProposal(null)} />;
}

type ProposedProps = { edited: Doc<"assistants">; proposal: Proposal; onClose: () => void };

function Proposed({ edited, proposal, onClose }: ProposedProps) {
  const { analysis, before, prompt } = proposal;
  const save = useUpdateAssistant(edited);
  const { isBusy, run } = useOneAtATime();
  const isCurrent = edited.systemPrompt === before;

  function take(systemPrompt: string) {
    const values = valuesOf(edited);
    run(async () => {
      if (await save({ ...values, systemPrompt }, values)) onClose();
    });
  }

  return (
    <section
      aria-label={PROPOSAL.title}
      className="grid gap-3 rounded-control border border-line p-3"
    >
      <h4 className="font-medium">{PROPOSAL.title}</h4>
      {analysis !== "" && <p className="wrap-anywhere text-muted">{analysis}</p>}
      {prompt === null ? (
        <p className="text-muted">{PROPOSAL.none}</p>
      ) : (
        <>
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            <WordDifference then={`${before}\n\n`} now={prompt} words={PROPOSAL.words} />
          </p>
          <p className="text-small text-faint">{PROPOSAL.legend}</p>
        </>
      )}
      {!isCurrent && <p className="text-warn">{PROPOSAL.changed}</p>}
      <div className="flex flex-wrap gap-2">
        {prompt !== null && isCurrent && (
          <Button variant="primary" disabled={isBusy} onClick={() => take(prompt)}>
            {isBusy ? PROPOSAL.taking : PROPOSAL.take}
          </Button>
        )}
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          {PROPOSAL.dismiss}
        </Button>
      </div>
    </section>
  );
}
