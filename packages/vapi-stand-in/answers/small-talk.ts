/** Replies without knowledge: to greetings, thanks, farewells, and the question who is speaking. */
import { wordsOf } from "./word-stems.ts";

const OFFER = "How can I help you?";
export const APOLOGY = "I am sorry, I have no answer to that. Please ask me something else.";

interface Topic {
  phrases: string[];
  reply: (name: string) => string;
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
    reply: () => `I am fine, thank you. ${OFFER}`,
  },
  {
    phrases: ["who are you", "what is your name", "what's your name", "who am i speaking to"],
    reply: (name) => `I am ${name}. ${OFFER}`,
  },
  {
    phrases: [
      "what can you do",
      "what do you do",
      "can you help me",
      "help",
      "how can you help me",
    ],
    reply: () => OFFER,
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
    reply: () => `Hello. ${OFFER}`,
  },
];

// Words that may surround a phrase: "hi there", "ok thank you so much".
const FILLERS = new Set(
  "ok okay oh well so there very much then now please again and a lot".split(" "),
);

/** Null for anything but small talk. `name` is the assistant's. */
export function smallTalk(text: string, name: string): string | null {
  const words = wordsOf(text);
  const topic = TOPICS.find(({ phrases }) => phrases.some((phrase) => contains(words, phrase)));
  return topic?.reply(name) ?? null;
}

function contains(words: string[], phrase: string): boolean {
  const wanted = phrase.split(" ");
  const start = words.findIndex((_, at) => wanted.every((word, n) => words[at + n] === word));
  if (start < 0) return false;
  const others = [...words.slice(0, start), ...words.slice(start + wanted.length)];
  return others.every((word) => FILLERS.has(word));
}
