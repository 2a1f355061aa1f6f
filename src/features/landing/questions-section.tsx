import { QUESTIONS } from "../../../convex/shared/landingQuestions";
import { SectionHeading } from "./section-heading";
import { QUESTIONS_SECTION } from "./texts";

export function QuestionsSection() {
  return (
    <section
      aria-labelledby="questions-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <SectionHeading id="questions" {...QUESTIONS_SECTION} />
      <div className="grid gap-6">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question}>
            <summary className="cursor-pointer text-lead font-semibold">{question}</summary>
            <p className="text-lead text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
