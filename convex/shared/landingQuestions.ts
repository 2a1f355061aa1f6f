/** Shown on the landing page, and answered by the landing-page assistant. */
export const QUESTIONS = [
  [
    "What can it answer?",
    "Whatever your prompt and your file say. You see every question that it could not answer.",
  ],
  [
    "Are calls recorded?",
    "Only if you want. You also decide what visitors agree to before a call.",
  ],
  [
    "What if my minutes run out?",
    "We email you before that. Extra minutes cost what your plan says, up to your limit. A trial stops.",
  ],
  [
    "Can I cancel?",
    "At any time. Your plan ends with its month, and you can download your data in one file.",
  ],
] as const;
