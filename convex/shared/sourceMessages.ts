/** What is wrong with a source. Kept apart from `REFUSALS`, which every page loads. */
import {
  MAX_ANSWERS,
  MAX_ANSWER_LENGTH,
  MAX_FILES,
  MAX_NOTES,
  MAX_NOTE_DAYS,
  MAX_NOTE_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_WEBSITES,
} from "./sources";

export const SOURCE_REFUSALS = {
  tooManyFiles: `An assistant can have at most ${MAX_FILES} files. Remove one first.`,
  questionMissing: "Please enter the question.",
  questionTooLong: `A question can have at most ${MAX_QUESTION_LENGTH} characters.`,
  answerMissing: "Please enter the answer.",
  answerTooLong: `An answer can have at most ${MAX_ANSWER_LENGTH.toLocaleString("en-US")} characters.`,
  tooManyAnswers: `An assistant can have at most ${MAX_ANSWERS} answers. Put longer texts into a file.`,
  answerGone: "This answer no longer exists.",
  tooManyWebsites: `An assistant can read at most ${MAX_WEBSITES} websites. Remove one first.`,
  websiteKnown: "This website is already on the list.",
  websiteGone: "This website is no longer on the list.",
  websiteBusy: "This website is being read. Please wait until that is done.",
  pageGone: "This page is no longer on the list.",
  noPagesChosen: "Please choose at least one page.",
  dismissedGone: "This question is already listed again.",
  noteMissing: "Please write the note.",
  noteTooLong: `A note can have at most ${MAX_NOTE_LENGTH} characters.`,
  noteOver: "Please choose an end in the future.",
  noteTooFar: `A note can last at most ${MAX_NOTE_DAYS} days. Save permanent facts as answers.`,
  tooManyNotes: `An assistant can have at most ${MAX_NOTES} notes at a time. Remove one first.`,
  noteGone: "This note no longer exists.",
} as const;

export function tooManyPages(planName: string, limit: number, canUpgrade: boolean): string {
  return `Your ${planName} plan allows ${limit} pages for each assistant. Choose fewer${canUpgrade ? " or upgrade your plan" : ""}.`;
}
