import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { conversationPathFor } from "../../lib/routes";
import { answerGivenTo } from "../../lib/turns";
import { TEXT_LINK_CLASS } from "../text-link-class";
import { TRANSCRIPT } from "../texts";
import type { QuestionGroup } from "./open-questions";
import { ANSWERS } from "./texts";

type SaidInsteadProps = { group: QuestionGroup; assistantName: string };

/** What an assistant said to a question that it could not answer, in the newest conversation. */
export function SaidInstead({ group, assistantName }: SaidInsteadProps) {
  const { callId, question } = group;
  const getCallDetails = useAction(api.calls.getCallDetails);
  const [found, setFound] = useState<ReturnType<typeof answerGivenTo> | "loading">("loading");

  useEffect(() => {
    let isClosed = false;
    const show = (result: typeof found) => {
      if (!isClosed) setFound(result);
    };
    getCallDetails({ callId }).then(
      ({ messages }) => show(answerGivenTo(question, messages)),
      (error: unknown) => {
        console.error("Failed to load the conversation", error);
        show(null);
      },
    );
    return () => {
      isClosed = true;
    };
  }, [callId, question, getCallDetails]);

  return (
    <div className="grid basis-full gap-1 rounded-control border border-line p-3 text-small">
      <div role="status">
        {found === "loading" && <p className="text-muted">{ANSWERS.loadingSaid}</p>}
        {found === null && <p className="text-muted">{ANSWERS.notFound}</p>}
        {found !== null && found !== "loading" && (
          <dl className="grid gap-1 wrap-anywhere" dir="auto">
            <dt className="font-medium text-muted">{TRANSCRIPT.visitor}</dt>
            <dd className="mb-1">{found.asked}</dd>
            <dt className="font-medium text-muted">{assistantName}</dt>
            <dd>{found.said}</dd>
          </dl>
        )}
      </div>
      {found !== "loading" && (
        <Link to={conversationPathFor(group)} className={TEXT_LINK_CLASS}>
          {ANSWERS.openConversation}
        </Link>
      )}
    </div>
  );
}
