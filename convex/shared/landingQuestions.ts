/** Asked and answered on the landing page, and by the assistant of the house. */
export const QUESTIONS = [
  [
    "What does it answer, and what not?",
    "What your prompt and your file say. You see each question without an answer.",
  ],
  [
    "Are the talks recorded?",
    "If you want it. You decide that, and what visitors agree to before.",
  ],
  [
    "What if the minutes are used up?",
    "We write to you before. Extra minutes cost what your plan says, up to your limit. A trial stops.",
  ],
  ["Can I leave?", "At any time. A plan ends with its month, and what you have comes in one file."],
] as const;
