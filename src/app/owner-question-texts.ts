/** Loaded with the questions, unlike the other texts of the dashboard. */
export const OWNER_QUESTIONS = {
  title: (assistant: string, question: string) => `A visitor of ${assistant} asks: ${question}`,
  answer: "Your answer",
  left: (seconds: number) =>
    seconds === 1
      ? "The visitor waits 1 more second."
      : `The visitor waits ${seconds} more seconds.`,
  send: "Send answer",
  ready: ["Yes.", "No.", "I will call you back."],
  sent: "Your answer is passed on.",
  late: "The visitor no longer waits. Your answer is in the inbox.",
  second: (answer: string) => `Somebody else was faster and answered: “${answer}”`,
  failed: "Your answer was not sent.",
};

/** Of the page behind the link in mail and messengers. */
export const ANSWER_PAGE = {
  pageTitle: "Answer a visitor",
  loading: "Loading the question…",
  over: "The visitor no longer waits. Your answer goes to the inbox.",
  answered: (answer: string) => `Answered: “${answer}”`,
  inTime: "The assistant passes the answer on to the visitor.",
  late: "The visitor no longer waits. The answer is in the inbox, beside the question.",
  second: "Somebody else was faster. Your answer was not used.",
  goneTitle: "This link no longer works",
  gone: "It worked for a day, and only as long as the conversation was kept. Older questions are in the inbox.",
  toInbox: "Open the inbox",
};
