/** What is said without any knowledge: greetings, thanks, farewells, and who is speaking. */
import { wordsOf } from "./words.ts";

export interface Persona {
  name: string;
  /** What the assistant is for, as it follows on "I am here"; null when its prompt does not say. */
  purpose: string | null;
}

interface Topic {
  phrases: string[];
  reply: (persona: Persona) => string;
}

const TOPICS: Topic[] = [
  {
    phrases: ["goodbye", "good bye", "bye", "bye bye", "see you", "that is all", "that's all"],
    reply: () => "Goodbye, and thank you for calling.",
  },
  {
    phrases: ["thank you", "thanks", "many thanks", "thank you very much", "great thank you"],
    reply: () => "You are welcome. Is there anything else?",
  },
  {
    phrases: ["how are you", "how are you doing", "how is it going"],
    reply: (persona) => `I am fine, thank you. ${offer(persona)}`,
  },
  {
    phrases: ["who are you", "what is your name", "what's your name", "who am i speaking to"],
    reply: (persona) => `I am ${persona.name}. ${offer(persona)}`,
  },
  {
    phrases: [
      "what can you do",
      "what do you do",
      "can you help me",
      "help",
      "how can you help me",
    ],
    reply: offer,
  },
  {
    phrases: [
      "hello",
      "hi",
      "hey",
      "good morning",
      "good afternoon",
      "good evening",
      "hello there",
    ],
    reply: (persona) => `Hello. ${offer(persona)}`,
  },
];

// Around the phrase: "hi there", "ok thank you so much".
const FILLERS = new Set(
  "ok okay oh well so there very much then now please again and a lot".split(" "),
);

/** Null when the text asks for something. */
export function smallTalk(text: string, persona: Persona): string | null {
  const words = wordsOf(text);
  const topic = TOPICS.find(({ phrases }) => phrases.some((phrase) => says(words, phrase)));
  return topic?.reply(persona) ?? null;
}

function says(words: string[], phrase: string): boolean {
  const wanted = phrase.split(" ");
  const start = words.findIndex((_, at) => wanted.every((word, n) => words[at + n] === word));
  if (start < 0) return false;
  const others = [...words.slice(0, start), ...words.slice(start + wanted.length)];
  return others.every((word) => FILLERS.has(word));
}

function offer({ purpose }: Persona): string {
  return purpose === null
    ? "How can I help you?"
    : `I am here ${purpose}. What would you like to know?`;
}

export function apology({ purpose }: Persona): string {
  const sorry = "I am sorry, I have no answer to that.";
  return purpose === null
    ? `${sorry} Please ask me something else.`
    : `${sorry} I am here ${purpose}.`;
}
