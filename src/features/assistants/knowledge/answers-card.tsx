import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { InputField } from "../../../components/input-field";
import { focusMain } from "../../../components/skip-link";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { AnswerForm } from "./answer-form";
import { SourceList } from "./source-list";
import type { ListedAnswer } from "./sources";
import { ANSWERS } from "./texts";

/** With more answers than this, they can be searched. */
const SEARCHED_FROM = 10;

/** Questions with the owner's own answers. */
export function AnswersCard({ assistant }: { assistant: Doc<"assistants"> }) {
  const assistantId = assistant._id;
  const answers = useQuery(api.knowledge.listAnswers, { assistantId });
  const [words, setWords] = useState("");
  const shown = answers?.filter((one) => contains(one, words));

  return (
    <Card title={ANSWERS.title} subtitle={ANSWERS.intro}>
      <AnswerForm assistantId={assistantId} />
      {answers !== undefined && answers.length > SEARCHED_FROM && (
        <InputField label={ANSWERS.search} type="search" value={words} onChange={setWords} />
      )}
      <SourceList
        label={ANSWERS.list}
        count={shown?.length}
        loading={ANSWERS.loading}
        none={answers?.length === 0 ? ANSWERS.none : ANSWERS.noneFound}
      >
        {shown?.map((one) => (
          <AnswerRow key={one._id} assistantId={assistantId} saved={one} />
        ))}
      </SourceList>
    </Card>
  );
}

function contains({ question, answer }: ListedAnswer, words: string): boolean {
  const text = `${question} ${answer}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type AnswerRowProps = { assistantId: Doc<"assistants">["_id"]; saved: ListedAnswer };

function AnswerRow({ assistantId, saved }: AnswerRowProps) {
  const { _id: answerId, question, answer } = saved;
  const remove = useMutation(api.knowledge.removeAnswer);
  const { isBusy, run } = useOneAtATime();
  const [isEdited, setIsEdited] = useState(false);

  function pressRemove() {
    run(async () => {
      try {
        await remove({ answerId });
        focusMain();
        toast.success(ANSWERS.removed);
      } catch (error) {
        toast.error(`${ANSWERS.removeFailed} ${reasonOf(error)}`);
      }
    });
  }

  if (isEdited) {
    return (
      <li className="py-4">
        <AnswerForm assistantId={assistantId} saved={saved} onClose={() => setIsEdited(false)} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium wrap-anywhere">{question}</p>
        <p className="wrap-anywhere text-muted">{answer}</p>
      </div>
      <div className="-my-1 -ml-4 flex gap-1 sm:-mr-4 sm:ml-auto">
        <Button
          variant="quiet"
          aria-label={ANSWERS.editLabel(question)}
          onClick={() => setIsEdited(true)}
        >
          {ANSWERS.edit}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={ANSWERS.removeLabel(question)}
          onClick={pressRemove}
        >
          {ANSWERS.remove}
        </Button>
      </div>
    </li>
  );
}
