import { useEffect, useRef, useState } from "react";
import type { Detail } from "../../../convex/shared/details";
import type { Proposal } from "../../../convex/shared/proposal";
import type { Slip } from "../../../convex/shared/slip";
import type { RequestedField } from "../../../convex/shared/requestedFields";
import { findField } from "../transport/find-field";
import { buttonAround } from "./button-around";
import { FieldForm } from "./field-form";
import { watchField, type FieldWatch } from "./field-watch";
import type { TalkTexts } from "./languages/en";
import type { TalkState } from "./talk-state";

export type AskedFieldProps = {
  siteUrl: string;
  embedId: string;
  texts: TalkTexts;
  state: TalkState;
  /** During a call in which the assistant listens. */
  isActive: boolean;
  onType: (text: string) => void;
  /** What the assistant asks a yes to. */
  onProposal: (proposal: Proposal | null) => void;
  /** What was done after one. */
  onSlip: (slip: Slip) => void;
  /** What it has noted. */
  onDetails: (details: Detail[]) => void;
};

/** The field that the assistant requests during a call, if any. */
export function AskedField(props: AskedFieldProps) {
  const { siteUrl, embedId, texts, state, isActive, onType, onProposal, onSlip, onDetails } = props;
  const { thread, messages } = state;
  const [field, setField] = useState<RequestedField | null>(null);
  const watch = useRef<FieldWatch>(null);
  const openedId = useRef<string>(null);
  const cards = useRef({ onProposal, onSlip, onDetails });
  useEffect(() => {
    cards.current = { onProposal, onSlip, onDetails };
  });
  useEffect(() => {
    if (!isActive || thread === null) return undefined;
    const conversation = { assistantId: embedId, thread };
    const started = watchField({
      async find(closed) {
        const which = { ...conversation, ...(closed === undefined ? {} : { closed }) };
        const asked = await findField(siteUrl, which);
        if (asked !== undefined) cards.current.onProposal(asked.proposal);
        if (asked?.slip) cards.current.onSlip(asked.slip);
        if (asked?.details?.length) cards.current.onDetails(asked.details);
        return asked?.field;
      },
      show(found) {
        setField(found);
        // A visitor who closes the panel does not see the same field open it again.
        if (found === null || found.id === openedId.current) return;
        openedId.current = found.id;
        buttonAround()?.open();
      },
    });
    watch.current = started;
    return () => {
      watch.current = null;
      started.stop();
    };
  }, [siteUrl, embedId, thread, isActive]);
  // Another sentence of the same speaker is added to the last message, so its length counts too.
  const last = messages.at(-1);
  const said = last?.role === "assistant" ? `${messages.length} ${last.text.length}` : null;
  useEffect(() => {
    if (said !== null) watch.current?.look();
  }, [said, isActive]);
  if (!isActive) return null;
  const close = () => {
    if (field !== null) watch.current?.close(field.id);
  };
  return (
    <>
      <p role="status" className="unseen">
        {field !== null && texts.field.asked(field.label)}
      </p>
      {field !== null && (
        <FieldForm
          key={field.id}
          {...{ field, texts }}
          onSend={(value) => {
            onType(value);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
