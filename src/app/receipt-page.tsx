import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { type LanguageId, languageOfTag } from "../../convex/shared/languages";
import { SLIP_STATE_WORDS } from "../../convex/shared/slipStates";
import { Button } from "../components/button";
import { buttonClass } from "../components/button-class";
import { Dialog } from "../components/dialog";
import { Fact } from "../components/fact";
import { Spinner } from "../components/spinner";
import { AuthCard } from "../features/auth/auth-card";
import { AuthFrame } from "../features/auth/auth-frame";
import { userErrorOf } from "../lib/error-reason";
import { useOneAtATime } from "../lib/use-one-at-a-time";
import { usePageTitle } from "../lib/use-page-title";
import { RECEIPT_TEXTS, type ReceiptTexts } from "./receipt-texts";
import { UpdateBanner } from "./update-banner";

type Receipt = NonNullable<FunctionReturnType<typeof api.receipts.show>>;

/** The page behind the link in a slip's mail, in the assistant's language. */
export function ReceiptPage() {
  const { key = "" } = useParams();
  const receipt = useQuery(api.receipts.show, { key });
  // The assistant's language is unknown once its conversation is gone.
  const [last, setLast] = useState<Receipt | null>(null);
  if (receipt != null && receipt !== last) setLast(receipt);
  const language = languageOfTag((receipt ?? last)?.language ?? navigator.language) ?? "en";
  const texts = RECEIPT_TEXTS[language];
  const [isDeleted, setIsDeleted] = useState(false);
  usePageTitle(texts.pageTitle);
  return (
    <AuthFrame>
      <div lang={language} className="grid w-full justify-items-center">
        <UpdateBanner
          texts={{ running: texts.outdated, done: texts.outdated, reload: texts.reload }}
        />
        {receipt === undefined && <Spinner label={texts.loading} />}
        {receipt === null && (
          <AuthCard
            title={isDeleted ? texts.deletedTitle : texts.goneTitle}
            intro={isDeleted ? texts.deleted : texts.gone}
          />
        )}
        {receipt != null && (
          <ShownReceipt
            {...{ receipt, language, linkKey: key }}
            onDelete={() => setIsDeleted(true)}
          />
        )}
      </div>
    </AuthFrame>
  );
}

type ShownProps = {
  receipt: Receipt;
  language: LanguageId;
  linkKey: string;
  onDelete: () => void;
};

function ShownReceipt({ receipt, language, linkKey: key, onDelete }: ShownProps) {
  const texts = RECEIPT_TEXTS[language];
  const { assistantName: name, title, time, lines, calendarFile, withdrawnAtMs } = receipt;
  const withdraw = useMutation(api.receipts.withdraw);
  const deleteConversation = useMutation(api.receipts.deleteConversation);
  const withTime = time === null ? lines : [{ label: texts.time, value: time }, ...lines];
  return (
    <AuthCard
      title={`${SLIP_STATE_WORDS[language][receipt.state]}: ${title}`}
      intro={texts.intro(name)}
    >
      <dl className="grid gap-4">
        {withTime.map(({ label, value }) => (
          <Fact key={label} label={label.charAt(0).toUpperCase() + label.slice(1)}>
            <span className="wrap-anywhere" dir="auto">
              {value}
            </span>
          </Fact>
        ))}
      </dl>
      {calendarFile !== null && (
        <a
          className={buttonClass()}
          href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile)}`}
          download="appointment.ics"
        >
          {texts.calendarFile}
        </a>
      )}
      {withdrawnAtMs === null ? (
        <Step
          words={texts.withdraw}
          question={texts.withdrawQuestion(name)}
          texts={texts}
          act={async () => await withdraw({ key })}
        />
      ) : (
        <p role="status">{texts.withdrawn(name)}</p>
      )}
      <Step
        words={texts.deleteIt}
        question={texts.deleteQuestion(name)}
        texts={texts}
        act={async () => {
          await deleteConversation({ key });
          onDelete();
        }}
      />
    </AuthCard>
  );
}

type StepProps = {
  words: string;
  question: string;
  texts: ReceiptTexts;
  act: () => Promise<unknown>;
};

/** A button that asks before it acts. */
function Step({ words, question, texts, act }: StepProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();
  const close = () => {
    setIsAsking(false);
    setFailure(null);
  };
  const confirm = () => {
    run(async () => {
      try {
        await act();
        close();
      } catch (error) {
        const isGoingOn = userErrorOf(error)?.code === "call_going_on";
        setFailure(isGoingOn ? texts.goingOn : texts.failed);
      }
    });
  };
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{words}</Button>
      {isAsking && (
        <Dialog title={words} onClose={close}>
          <p className="mt-2 text-muted">{question}</p>
          {failure !== null && (
            <p role="alert" className="mt-4 text-bad">
              {failure}
            </p>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{texts.cancel}</Button>
            <Button variant="danger" disabled={isBusy} onClick={confirm}>
              {words}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
