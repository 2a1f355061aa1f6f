/** The question that a sentence answers, in so far as its form shows it without a language model. */
const PRONOUN = /^(?:we|i|they|you)$/i;
const BE = new Set(["am", "is", "are", "was", "were"]);
const VERBS = new Set(
  (
    "open opens close closes offer offers sell sells have has cost costs take takes accept accepts bake bakes deliver " +
    "delivers ship ships serve serves repair repairs speak speaks start starts end ends need needs include includes"
  ).split(" "),
);
const TIME =
  /\b(?:\d{1,2}(?::\d\d)?\s?(?:am|pm)|o'clock|noon|midnight|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every day|(?:at|from|until) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b/i;
const MAX_SUBJECT_WORDS = 6;

/** Null for a sentence of another form. */
export function questionAbout(sentence: string): string | null {
  const words = sentence.replace(/[.!\s]+$/, "").split(/\s+/);
  const at = words.findIndex((word) => BE.has(word) || VERBS.has(word));
  const [verb = "", complement = ""] = words.slice(at, at + 2);
  if (at < 1 || at > MAX_SUBJECT_WORDS || complement === "") return null;
  const subject = words.slice(0, at).join(" ");
  const isTime = TIME.test(words.slice(at + 1).join(" "));
  if (PRONOUN.test(subject)) {
    if (!BE.has(verb)) return isTime ? `When do you ${verb}?` : `What do you ${verb}?`;
    return isTime ? `When are you ${complement}?` : null;
  }
  const name = subject.replace(/^(The|A|An|Our|Your)\b/, (article) =>
    article === "Our" ? "your" : article.toLowerCase(),
  );
  return `What can you tell me about ${name}?`;
}
