import { SectionHeading } from "./section-heading";

const QUESTIONS = [
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

export function QuestionsSection() {
  return (
    <section
      aria-labelledby="questions-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <SectionHeading id="questions" title="Questions and answers" intro="In short." />
      <div className="grid gap-6">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question}>
            <summary className="cursor-pointer text-lead font-semibold">{question}</summary>
            <p className="text-lead text-pretty text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
