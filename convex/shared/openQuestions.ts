/** Questions that assistants could not answer: which are open, and which ask the same thing. */
import { alikeAmong, groupAlike } from "./similarQuestions";

export type AskedQuestion<AssistantId extends string, CallId extends string> = {
  assistantId: AssistantId;
  question: string;
  callId: CallId;
  /** When the conversation ended. */
  atMs: number;
};

/** What an owner has done about the questions to an assistant. */
export type OwnersWork<DismissedId extends string> = {
  answers: { question: string; answer: string; savedAtMs: number }[];
  dismissed: { _id: DismissedId; question: string }[];
};

export type QuestionState<DismissedId extends string> =
  | { kind: "open" }
  | { kind: "answered"; answer: string }
  /** With the similar question that was dismissed. */
  | { kind: "dismissed"; dismissedId: DismissedId };

/** The newest of similar questions, and how many there are. */
export type Grouped<Asked> = Asked & { count: number };

/** Each question is compared with the groups so far, which limits how many a page can handle. */
const MAX_QUESTIONS = 500;

/** Compares a question with what the owner has done. One that was asked again after it was answered is open. */
export function stateAmong<DismissedId extends string>({
  answers,
  dismissed,
}: OwnersWork<DismissedId>): (asked: {
  question: string;
  atMs: number;
}) => QuestionState<DismissedId> {
  const findAnswer = alikeAmong(answers, ({ question }) => question);
  const findDismissed = alikeAmong(dismissed, ({ question }) => question);
  return ({ question, atMs }) => {
    const answer = findAnswer(question);
    if (answer !== null && answer.savedAtMs >= atMs) {
      return { kind: "answered", answer: answer.answer };
    }
    const found = findDismissed(question);
    return found === null ? { kind: "open" } : { kind: "dismissed", dismissedId: found._id };
  };
}

/** All questions of these conversations, the newest first. */
export function questionsOf<AssistantId extends string, CallId extends string>(
  outcomes: (Omit<AskedQuestion<AssistantId, CallId>, "question"> & { unanswered: string[] })[],
): AskedQuestion<AssistantId, CallId>[] {
  return [...outcomes]
    .sort((one, other) => other.atMs - one.atMs)
    .flatMap(({ assistantId, callId, atMs, unanswered }) =>
      unanswered.map((question) => ({ assistantId, callId, atMs, question })),
    )
    .slice(0, MAX_QUESTIONS);
}

/** Groups similar questions of each assistant, in the wording of the newest one. The largest group comes first. */
export function groupQuestions<Asked extends { assistantId: string; question: string }>(
  newestFirst: Asked[],
): Grouped<Asked>[] {
  const assistantIds = [...new Set(newestFirst.map(({ assistantId }) => assistantId))];
  return assistantIds
    .flatMap((assistantId) => {
      const own = newestFirst.filter((asked) => asked.assistantId === assistantId);
      return groupAlike(own, ({ question }) => question);
    })
    .flatMap(([newest, ...others]) =>
      newest === undefined ? [] : [{ ...newest, count: 1 + others.length }],
    )
    .sort((one, other) => other.count - one.count);
}
