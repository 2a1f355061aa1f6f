import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { buttonClass } from "../components/button-class";
import { Spinner } from "../components/spinner";
import { AuthCard } from "../features/auth/auth-card";
import { AuthFrame } from "../features/auth/auth-frame";
import { ROUTES } from "../lib/routes";
import { usePageTitle } from "../lib/use-page-title";
import { AnswerForm } from "./answer-form";
import { ANSWER_PAGE, OWNER_QUESTIONS } from "./owner-question-texts";
import { useSecondsUntil } from "./use-seconds-until";

type Linked = NonNullable<FunctionReturnType<typeof api.ownerQuestions.showLinked>>;

/** The page behind the link in mail and messengers, on which a visitor's question is answered without an account. */
export function AnswerPage() {
  usePageTitle(ANSWER_PAGE.pageTitle);
  const { key = "" } = useParams();
  const question = useQuery(api.ownerQuestions.showLinked, { key });
  return (
    <AuthFrame>
      {question === undefined && <Spinner label={ANSWER_PAGE.loading} />}
      {question === null && <Gone />}
      {question != null && <Question linkKey={key} question={question} />}
    </AuthFrame>
  );
}

function Question({ linkKey: key, question: asked }: { linkKey: string; question: Linked }) {
  const { assistantName, question, soFar, untilMs, answered } = asked;
  const answer = useMutation(api.ownerQuestions.answerLinked);
  const [isSecond, setIsSecond] = useState(false);
  const secondsLeft = useSecondsUntil(untilMs);
  const send = async (text: string) => {
    const given = await answer({ key, text });
    setIsSecond(given?.isYours === false);
  };
  const hint = secondsLeft === 0 ? ANSWER_PAGE.over : OWNER_QUESTIONS.left(secondsLeft);
  return (
    <AuthCard
      title={OWNER_QUESTIONS.title(assistantName, question)}
      intro={<span className="wrap-anywhere whitespace-pre-line">{soFar}</span>}
    >
      {answered === null ? (
        <AnswerForm hint={hint} send={send} />
      ) : (
        <div role="status" className="grid gap-1">
          {isSecond && <p>{ANSWER_PAGE.second}</p>}
          <p className="font-semibold wrap-anywhere">{ANSWER_PAGE.answered(answered.answer)}</p>
          <p className="text-muted">{answered.isLate ? ANSWER_PAGE.late : ANSWER_PAGE.inTime}</p>
        </div>
      )}
    </AuthCard>
  );
}

function Gone() {
  return (
    <AuthCard title={ANSWER_PAGE.goneTitle} intro={ANSWER_PAGE.gone}>
      <Link to={ROUTES.inbox} className={buttonClass("primary")}>
        {ANSWER_PAGE.toInbox}
      </Link>
    </AuthCard>
  );
}
