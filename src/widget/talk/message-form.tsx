/** The form for a message to the owner, for visitors who can neither talk nor type. */
import { useEffect, useId, useRef, useState } from "react";
import {
  LEFT_MESSAGE_FIELDS,
  LEFT_MESSAGE_LIMITS,
  type LeftMessage,
  type LeftMessageField,
  type LeftMessageProblem,
  type LeftMessageProblems,
  problemsWith,
  tidyLeftMessage,
} from "../../../convex/shared/leftMessage";
import { toldFacts } from "../frame/told-facts";
import type { FoundAssistant } from "../state/assistant";
import { sendLeftMessage } from "../transport/send-left-message";
import type { Failure } from "../transport/send-message";
import { failureText } from "./failure-text";
import type { TalkTexts } from "./languages/en";
import { FormField } from "./message-form-field";
import { addFormStyle } from "./message-form-style";
import { messageFormTexts, type MessageFormTexts } from "./message-form-texts";
import { openTokens, type TalkService } from "./page-talk";

export type MessageFormProps = {
  found: { assistant: FoundAssistant; language: string; texts: TalkTexts };
  service: TalkService;
  /** Of the conversation before, if there was one. */
  thread: string | null;
  /** Of the refusal that led here, if there was one. */
  messagePass: string | null;
  /** It appears at the end of a conversation, after the refusal. */
  isBelowMessages?: boolean;
};

addFormStyle();

const EMPTY: LeftMessage = { name: "", contact: "", text: "" };

export function MessageForm(props: MessageFormProps) {
  const { found, service, thread, messagePass, isBelowMessages = false } = props;
  const { assistant, language, texts } = found;
  const own = messageFormTexts(language);
  const id = useId();
  const [message, setMessage] = useState(EMPTY);
  const [problems, setProblems] = useState<LeftMessageProblems>({});
  const [state, setState] = useState<FormState>({ kind: "open", failure: null });
  const [pageTokens] = useState(() => openTokens(service, assistant));
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBelowMessages) place.current?.scrollIntoView({ block: "start" });
  }, [isBelowMessages]);

  async function send(form: HTMLFormElement): Promise<void> {
    if (state.kind === "sending") return;
    const tidy = tidyLeftMessage(message);
    const found = problemsWith(tidy);
    setProblems(found);
    const first = LEFT_MESSAGE_FIELDS.find((field) => found[field] !== undefined);
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setState({ kind: "sending" });
    const { siteUrl, place: from } = service;
    const parts = {
      siteUrl,
      embedId: assistant.embedId,
      pageTokens,
      thread,
      place: from,
      facts: toldFacts(service.host.heard),
      messagePass,
    };
    const failure = await sendLeftMessage(parts, tidy);
    setState(failure === null ? { kind: "sent" } : { kind: "open", failure });
  }

  const fieldFor = (field: LeftMessageField, isLong = false) => (
    <FormField
      {...{ field, isLong }}
      id={`${id}-${field}`}
      label={own[field]}
      value={message[field]}
      problem={problemText(field, problems[field], own)}
      onInput={(value) => {
        setMessage({ ...message, [field]: value });
        setProblems({ ...problems, [field]: undefined });
      }}
    />
  );
  if (state.kind === "sent") return <Sent text={own.sent} />;
  const failure = state.kind === "open" ? state.failure : null;
  const link = assistant.notice?.link ?? null;
  return (
    <section ref={place} className="leave" aria-labelledby={id}>
      <h2 id={id}>{own.title}</h2>
      <p>
        {own.intro(assistant.name)}{" "}
        {link !== null && (
          <a href={link.url} target="_blank" rel="noopener nofollow">
            {link.words}
          </a>
        )}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {fieldFor("name")}
        {fieldFor("contact")}
        {fieldFor("text", true)}
        <p role="alert" className="problem">
          {failure !== null &&
            (failure.code === "messages_full" ? own.full : failureText(failure, texts, assistant))}
        </p>
        <button type="submit" className="main" aria-disabled={state.kind === "sending"}>
          {state.kind === "sending" ? own.sending : failure === null ? texts.send : texts.tryAgain}
        </button>
      </form>
    </section>
  );
}

type FormState = { kind: "open"; failure: Failure | null } | { kind: "sending" } | { kind: "sent" };

/** Takes the focus, because the button that had it is gone. */
function Sent({ text }: { text: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} role="status" tabIndex={-1} className="leave">
      {text}
    </p>
  );
}

function problemText(
  field: LeftMessageField,
  problem: LeftMessageProblem | undefined,
  { contactMissing, contactInvalid, textMissing, tooLong }: MessageFormTexts,
): string | null {
  if (problem === undefined) return null;
  if (problem === "tooLong") return tooLong(LEFT_MESSAGE_LIMITS[field]);
  if (field === "text") return textMissing;
  return problem === "missing" ? contactMissing : contactInvalid;
}
