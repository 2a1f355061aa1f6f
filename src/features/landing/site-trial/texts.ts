/** What a trial on the landing page says. Loaded with it. */
import {
  MAX_TRIAL_ANSWERS,
  TRIAL_MINUTES,
  type TrialTopic,
} from "../../../../convex/shared/siteTrials";

export const TRY_FORM = {
  address: "Your website's address",
  example: "www.example.com",
  read: "Try it on your site",
  note: `You get ${MAX_TRIAL_ANSWERS} answers within ${TRIAL_MINUTES} minutes. Everything is deleted within an hour.`,
  loadFailed: "This could not be loaded. Please try again.",
} as const;

export const TRIAL = {
  reading: (host: string) => `Reading ${host}…`,
  readPages: (read: number, of: number) => `${read} of ${counted(of, "page")}`,
  progress: "Pages read",
  ready: (name: string, pages: number) =>
    `This assistant has read ${counted(pages, "page")} of ${name}. Ask it something.`,
  pagesRead: (pages: number) => `The ${counted(pages, "page")} it has read`,
  conversation: (name: string) => `Conversation with the assistant of ${name}`,
  assistant: "Assistant",
  you: "You",
  answering: "The assistant is answering",
  suggestions: "Questions to begin with",
  question: "Your question",
  send: "Ask",
  left: (answers: number, minutes: number) =>
    `${counted(answers, "answer")} and ${counted(minutes, "minute")} left`,
  tryAgain: "Try again",
  answersUsedUp: `Those were the ${MAX_TRIAL_ANSWERS} answers of this trial.`,
  timeUp: `The ${TRIAL_MINUTES} minutes of this trial are over.`,
  whole: "Sign up free, and your assistant reads the whole site.",
  create: "Create this assistant",
  signUp: "Sign up free",
} as const;

export const TRIAL_FAILURES = {
  offline: "The connection failed. Please check your network and try again.",
  connectionLost: "The connection was lost. Please try again.",
  unverified: "We could not check that you are a person. Please reload the page and try again.",
} as const;

const TOPIC_QUESTIONS: Record<TrialTopic, string> = {
  hours: "When are you open?",
  prices: "What does it cost?",
  place: "What is your address?",
  phone: "What is your telephone number?",
  booking: "How do I book?",
  delivery: "Do you deliver?",
};
const ANY_BUSINESS = ["What do you offer?", "Who are you?", "Why should I choose you?"];
const SHOWN_QUESTIONS = 3;

/** What the pages can answer comes first. */
export function suggestedQuestions(topics: readonly TrialTopic[], priced: string | null): string[] {
  const known = topics.map((topic) =>
    topic === "prices" && priced !== null ? `How much is “${priced}”?` : TOPIC_QUESTIONS[topic],
  );
  return [...known, ...ANY_BUSINESS].slice(0, SHOWN_QUESTIONS);
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
