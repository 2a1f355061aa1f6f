import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createAnswerer } from "./answerer.ts";
import type { AnswererOptions } from "./answerer.ts";
import { indexPassages } from "./passages.ts";
import { factsOf } from "./prompt.ts";
import { sentencesOf } from "./sentences.ts";

const FILE = `Rosewood Bakery

Our opening hours are seven in the morning until six in the evening. On Sundays we are closed.

We bake bread from organic flour. Our sourdough rests for two days.
Delivery costs four euros. Orders above fifty euros are delivered free of charge.

The shop stands at twelve Mill Lane, next to the old town hall. Parking is behind the house.`;

const PROMPT = `You are the voice of Rosewood Bakery. Answer briefly.
The owner of the bakery is called Martha Hill. Your goal is to answer questions about the bakery.`;

const never = new AbortController().signal;

function answererFor(overrides: Partial<AnswererOptions> = {}) {
  const knowledge = { name: "Rosie", systemPrompt: PROMPT, text: FILE };
  const answerer = createAnswerer({ knowledge, endpoint: undefined, log: () => {}, ...overrides });
  return (question: string) => answerer.answer([{ role: "user", content: question }], never);
}

test.each([
  ["what are your opening hours", "seven in the morning until six"],
  ["when do you open", "opening hours are seven"],
  ["are you closed on sunday", "On Sundays we are closed"],
  ["how much is the delivery", "Delivery costs four euros"],
  ["where can i park my car", "Parking is behind the house"],
  ["do you have sourdough", "sourdough rests for two days"],
])("[K3] “%s” is answered from the file", async (question, part) => {
  expect(await answererFor()(question)).toMatchObject({
    text: expect.stringContaining(part) as string,
    source: "knowledge",
  });
});

test("[K3] what the file does not say may stand in the prompt", async () => {
  expect(await answererFor()("who is the owner")).toEqual({
    text: "The owner of the bakery is called Martha Hill.",
    source: "prompt",
  });
});

test("[K3] the assistant's name in a question is ignored, unless the other words find nothing", async () => {
  const text =
    "Rosie is a voice for bakers.\n\nThe price is four euros for each customer of a bakery.";
  const ask = answererFor({ knowledge: { name: "Rosie", systemPrompt: "", text } });
  expect((await ask("What is the price of Rosie?")).text).toContain("four euros");
  expect((await ask("What is Rosie?")).text).toBe("Rosie is a voice for bakers.");
});

test("[S3] what a system message adds to a conversation is a fact of the prompt from then on", async () => {
  const knowledge = { name: "Rosie", systemPrompt: PROMPT, text: FILE };
  const answerer = createAnswerer({ knowledge, endpoint: undefined, log: () => {} });
  const added = { role: "system", content: "Yoga starts at noon." } as const;
  const question = { role: "user", content: "when does yoga start" } as const;
  const answered = await answerer.answer([added, question], never);
  expect(answered).toEqual({ text: "Yoga starts at noon.", source: "prompt" });
  expect((await answerer.answer([question], never)).source).toBe("none");
});

test("[K4] small talk is answered as such", async () => {
  const ask = answererFor();
  expect((await ask("hello there")).text).toBe("Hello. How can I help you?");
  expect((await ask("okay thank you very much")).text).toContain("You are welcome");
  expect((await ask("bye")).text).toContain("Goodbye");
  expect((await ask("who are you")).text).toContain("I am Rosie");
  expect((await ask("hello when do you open")).source).toBe("knowledge");
});

test("[K4] a question without an answer gets an apology", async () => {
  expect(await answererFor()("what is the capital of mongolia")).toEqual({
    text: "I am sorry, I have no answer to that. Please ask me something else.",
    source: "none",
  });
});

test("[K4] a turn that no recognizer has heard says so", async () => {
  expect((await answererFor()("[speech, 1.4 s]")).text).toContain("no speech recognizer");
});

test("[K5] a configured model answers with the prompt, the passages and the conversation", async () => {
  const bodies: { model: string; messages: { role: string; content: string }[] }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof bodies)[number]);
      response.statusCode = status;
      response.end(JSON.stringify({ choices: [{ message: { content: "At seven." } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = { baseUrl: `http://127.0.0.1:${port}/v1`, model: "small" };
  const lines: string[] = [];
  const ask = answererFor({ endpoint, log: (line) => lines.push(line) });

  expect(await ask("when do you open")).toEqual({
    text: "At seven.",
    source: "model",
    lookup: {
      query: "when do you open",
      result: expect.stringContaining("Our opening hours are seven") as string,
    },
  });
  expect(bodies[0]?.model).toBe("small");
  expect(bodies[0]?.messages[0]?.content).toContain("You are the voice of Rosewood Bakery.");
  expect(bodies[0]?.messages[0]?.content).toContain("opening hours are seven");
  expect(bodies[0]?.messages[1]).toEqual({ role: "user", content: "when do you open" });
  status = 500;
  expect((await ask("when do you open")).source).toBe("knowledge");
  expect(lines).toHaveLength(1);
  await new Promise((resolve) => server.close(resolve));
});

test("[K3] a rare word counts for more than a common one", async () => {
  const text = "Bread is good. \n\nBread is cheap. \n\nBread is warm. \n\nParking is free.";
  const [best] = (await indexPassages(text)).search("bread parking", 1);
  expect(best?.text).toBe("Parking is free.");
  expect((await indexPassages("")).search("anything", 3)).toEqual([]);
});

test("sentences end where they end, and not at an abbreviation", () => {
  expect(sentencesOf("Dr. Hill opens at 9.30 a.m. on Monday. Is that so? Yes!  “Come.”")).toEqual([
    "Dr. Hill opens at 9.30 a.m. on Monday.",
    "Is that so?",
    "Yes!",
    "“Come.”",
  ]);
  expect(sentencesOf(" \n ")).toEqual([]);
});

test("a sentence without an end is cut between words", () => {
  const pieces = sentencesOf("word ".repeat(200));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.every((piece) => /^word( word)*$/.test(piece))).toBe(true);
});

test("[K3] the paragraphs of a prompt are passages of their own", async () => {
  const systemPrompt = "You sell bread.\n\nRye loaf | 5 dollars\n\nSeeded roll | 2 dollars";
  const knowledge = { name: "Ada", systemPrompt, text: "" };
  const answerer = createAnswerer({ knowledge, endpoint: undefined, log: () => undefined });
  const asked = [{ role: "user" as const, content: "What is a seeded roll?" }];
  const { text } = await answerer.answer(asked, new AbortController().signal);
  expect(text).toBe("Seeded roll | 2 dollars");
});

test("[K3] the facts of a prompt are told from its instructions", () => {
  expect(factsOf("You are kind. We sell plants. Never swear.\n- Our phone is off.")).toBe(
    "We sell plants.\nOur phone is off.",
  );
});
