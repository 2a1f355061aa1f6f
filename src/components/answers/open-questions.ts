import type { Id } from "../../../convex/_generated/dataModel";
import type * as shared from "../../../convex/shared/openQuestions";

/** A question that an assistant could not answer. */
export type AskedQuestion = shared.AskedQuestion<Id<"assistants">, Id<"calls">>;

/** What an owner has done about the questions to an assistant. */
export type OwnersWork = shared.OwnersWork<Id<"dismissedQuestions">>;

export type QuestionState = shared.QuestionState<Id<"dismissedQuestions">>;

/** The newest of similar questions, and how many there are. */
export type QuestionGroup = shared.Grouped<AskedQuestion>;
