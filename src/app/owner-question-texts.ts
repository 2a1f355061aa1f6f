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
  failed: "Your answer was not passed on.",
};
