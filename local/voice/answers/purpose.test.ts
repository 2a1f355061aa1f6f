import { expect, test } from "vitest";
import { purposeOf } from "./purpose.ts";
import { apology, smallTalk } from "./small-talk.ts";

/** As the product puts it to the platform. */
const promptWith = (goal: string) =>
  `You are the voice of Rosewood Bakery.\n\nYour goal in this conversation: ${goal}\n\nYou are talking with a visitor of a website by voice: answer briefly.`;

test.each([
  ["Answer questions about the bakery.", "to answer questions about the bakery"],
  ["answer visitors' questions", null],
  ["Take an order", "to take an order"],
  ["TAKE orders!", "to take orders"],
  ["To book a table for the visitor", "to book a table for the visitor"],
  ["Please help customers find their size.", "to help customers find their size"],
  ["Greet the visitor, ask for a name and book.", "to greet the visitor, ask for a name and book"],
  ["Sell our 20% offer on Café Noir", "to sell our 20% offer on Café Noir"],
  ["Answering questions about plants", "for answering questions about plants"],
  ["Customer support for our app", "for customer support for our app"],
  ["Book a table. Never talk about prices.", "to book a table"],
  ["Book tables\nAnswer questions about the menu", "to book tables"],
  ["\n1. Book tables\n2. Answer questions", "to book tables"],
  ["- Take orders", "to take orders"],
])("[K4] a goal of “%s” is told as “%s”", (goal, purpose) => {
  expect(purposeOf(promptWith(goal))).toBe(purpose);
});

test.each([
  ["what speaks of the assistant as you", "Introduce yourself and your services."],
  ["what speaks of the owner as me", "Help me sell more bread"],
  ["a condition", "Book a table if the visitor wants one"],
  ["a prohibition", "Never mention prices"],
  ["a role", "Receptionist of a dental clinic"],
  ["a noun that could be a verb", "Help desk for students"],
  ["another", "Book shop assistant"],
  ["a whole sentence", "The visitor leaves with a table booked."],
  ["a sentence of somebody", "We want more bookings"],
  ["a question", "Can the visitor pay with a card?"],
  ["a heading", "Do the following:"],
  ["one word", "Sell"],
  ["punctuation", "..."],
  ["a dash", "-"],
  ["German", "Fragen zur Bäckerei beantworten"],
  ["French", "Répondre aux questions des clients"],
  ["Spanish", "Vender pan y tomar pedidos"],
  ["Japanese", "質問に答える"],
  ["an emoji", "🎉 Take orders"],
  ["a template", "Take orders for {{shop}}"],
  ["marks", "Take <b>orders</b> now"],
  ["a novel", `Take ${"many ".repeat(100)}orders`],
])("[K4] %s is kept to itself", (_what, goal) => {
  const persona = { name: "Rosie", purpose: purposeOf(promptWith(goal)) };
  expect(smallTalk("hello", persona)).toBe("Hello. How can I help you?");
  expect(apology(persona)).toBe(
    "I am sorry, I have no answer to that. Please ask me something else.",
  );
});

test.each([
  ["Your main goal is to take orders.", "to take orders"],
  ["# Task\nTask:\n\n* Book tables", "to book tables"],
  ["You help customers choose a plant.", "to help customers choose a plant"],
  ["The goal of football is to score.", null],
  ["Be kind.", null],
  ["", null],
])("[K4] the prompt “%s” says “%s”", (prompt, purpose) => {
  expect(purposeOf(prompt)).toBe(purpose);
});

test("[K4] a goal that cannot be told leaves what else the prompt says", () => {
  const prompt = `You help customers choose a plant.\n\n${promptWith("Receptionist")}`;
  expect(purposeOf(prompt)).toBe("to help customers choose a plant");
});
