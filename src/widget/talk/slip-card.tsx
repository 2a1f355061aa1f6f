import { useId, useRef, useState } from "react";
import type { Slip } from "../../../convex/shared/slip";
import { mailSlip } from "../transport/mail-slip";
import { readFieldValue } from "./field-value";
import type { TalkTexts } from "./languages/en";
import { slipTexts } from "./slip-texts";

export type SlipCardProps = {
  slip: Slip;
  language: string;
  texts: TalkTexts;
  siteUrl: string;
  conversation: { embedId: string; thread: string | null };
  onClose: () => void;
};

type Sending =
  | { kind: "open"; problem: string | null }
  | { kind: "sending" }
  | { kind: "sent"; address: string };

/** What was done after the visitor's yes. */
export function SlipCard(props: SlipCardProps) {
  const { slip, language, texts, siteUrl, conversation, onClose } = props;
  const { id, state, title, lines } = slip;
  const own = slipTexts(language);
  const fieldId = useId();
  const [email, setEmail] = useState(slip.email ?? "");
  const [sending, setSending] = useState<Sending>({ kind: "open", problem: null });
  const input = useRef<HTMLInputElement>(null);

  async function send(): Promise<void> {
    if (sending.kind === "sending") return;
    const address = readFieldValue("email", email);
    if (address === null) {
      setSending({ kind: "open", problem: texts.field.email });
      input.current?.focus();
      return;
    }
    setSending({ kind: "sending" });
    const result = await mailSlip(siteUrl, { ...conversation, id, email: address });
    if (result === "sent") setSending({ kind: "sent", address });
    else setSending({ kind: "open", problem: result === "limited" ? own.limited : texts.notSent });
  }

  const problem = sending.kind === "open" ? sending.problem : null;
  return (
    <section className="asked proposal" aria-label={own[state]}>
      <h2 dir="auto">
        {own[state]}: {title}
      </h2>
      <dl>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">
              {typeof value === "boolean" ? (value ? texts.yes : texts.no) : value}
            </dd>
          </div>
        ))}
      </dl>
      {slip.canMail && sending.kind !== "sent" && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label htmlFor={fieldId}>{own.address}</label>
          <input
            ref={input}
            id={fieldId}
            type="email"
            autoComplete="email"
            value={email}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : `${fieldId}-wrong`}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <button type="submit">{own.mail}</button>
          {problem !== null && (
            <p role="alert" id={`${fieldId}-wrong`}>
              {problem}
            </p>
          )}
        </form>
      )}
      {sending.kind === "sent" && <p role="status">{own.mailed(sending.address)}</p>}
      <button type="button" className="quiet" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  );
}
