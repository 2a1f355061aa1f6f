/** Two minutes of talk, as people talk on a shop's page: some 150 words a minute. */
interface Turn {
  role: "bot" | "user";
  message: string;
  secondsFromStart: number;
}

export const TALK_SECONDS = 120;

const SAID = [
  "Hello, this is Bakery desk. How can I help you?",
  "Hi. I would like to order a cake for Saturday, for my daughter's birthday. Is there still time for that?",
  "Yes, there is. Cakes need two days, so for Saturday we would have to know by Thursday at noon. For how many people should it be?",
  "There will be about fourteen, half of them children, so perhaps not too large.",
  "Then a cake of twenty-six centimetres is right, which gives sixteen pieces. We have chocolate, lemon and strawberry. Which one does your daughter like best?",
  "Strawberry, please. But one of the children cannot eat nuts. Are there any in it?",
  "The strawberry cake is made without nuts. They are used in the same kitchen, though, so we cannot rule out traces. Would that be all right?",
  "I will ask the mother, but I think so. How much is it, and can you write something on it?",
  "It costs thirty-eight euros, and a text of up to twenty letters is included. What should we write?",
  "Happy birthday Emma, with a heart if there is room.",
  "That fits. When would you like to collect it? On Saturdays we are open from seven in the morning until one.",
  "At eleven would be good. Do I have to pay now, or when I come?",
  "You pay when you collect it, in cash or by card. May I have your name and a number at which we reach you?",
  "Martin Weber, and the number is five five five, zero one four seven.",
  "Thank you, Mr Weber. A strawberry cake for sixteen, with Happy birthday Emma and a heart, on Saturday at eleven. Is there anything else?",
  "No, that is all. Thank you very much, goodbye.",
];

export const TALK: { transcript: string; summary: string; messages: Turn[] } = {
  summary:
    "The caller ordered a strawberry cake for sixteen with the words Happy birthday Emma and a heart, to be collected on Saturday at eleven and paid then. One of the guests cannot eat nuts; the caller was told that traces cannot be ruled out.",
  transcript: SAID.map((text, at) => `${at % 2 === 0 ? "AI" : "User"}: ${text}\n`).join(""),
  messages: SAID.map((message, at) => ({
    role: at % 2 === 0 ? "bot" : "user",
    message,
    secondsFromStart: (at * TALK_SECONDS) / SAID.length,
  })),
};
