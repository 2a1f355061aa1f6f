/** How the landing-page assistant answers without a language model, from what is sent to the voice platform. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { createAnswerer } from "@hark/vapi-stand-in/answers/answerer";
import { TEXT_LIMITS } from "../../convex/shared/limits";
import { LANDING_GOAL, LANDING_GREETING, landingPrompt } from "../../convex/shared/landingTexts";
import { LANDING_RETENTION_DAYS } from "../../convex/shared/landingAssistant";
import { LANGUAGES } from "../../convex/shared/languages";
import { PLANS, planOf, TRIAL_DAYS } from "../../convex/shared/plans";
import { PRODUCT_NAME } from "../../convex/shared/productName";
import { QUESTIONS } from "../../convex/shared/landingQuestions";
import { CONVERSATION_TEXTS } from "../../convex/shared/conversation";
import { voiceAssistantSpec } from "../../convex/assistants/voiceAssistantSpec";

const texts = { name: PRODUCT_NAME, systemPrompt: landingPrompt(), assistantGoal: LANDING_GOAL };
const sent = voiceAssistantSpec(
  { ...texts, voice: "lily" },
  {
    tool: null,
    actions: [],
    webhookUrl: "",
    reportAuth: { kind: "headers", headers: {} },
    hasPublicKey: true,
    voiceIds: {},
    languageModel: { provider: "openai", model: "gpt-4.1-mini" },
  },
);
const systemPrompt = must(sent.model.messages[0], "prompt").content;
const answerer = createAnswerer({
  knowledge: { name: PRODUCT_NAME, systemPrompt, text: "" },
  endpoint: undefined,
  log: () => {},
});

async function answerTo(question: string): Promise<string> {
  const messages = [{ role: "user" as const, content: question }];
  return (await answerer.answer(messages, new AbortController().signal)).text;
}

const PRICES = PLANS.map(({ priceCents }) => `${priceCents / 100} dollars a month`);
const TRIAL = [`${TRIAL_DAYS} days`, "no credit card"];
const EMBED = ["copy one line of code"];
const OF_THIS_CALL = ["not recorded", `${LANDING_RETENTION_DAYS} days`];

test.each([
  ["what does it cost", PRICES],
  ["how much does it cost", PRICES],
  ["how much is it", PRICES],
  ["what is the price", PRICES],
  ["what do the plans cost", PRICES],
  ["how many minutes are in a plan", [`${planOf("STARTER").limits.includedMinutes} on Starter`]],
  ["what happens when the minutes are used up", [`${planOf("PRO").limits.overageRate} cents`]],
  ["how long is the trial", TRIAL],
  ["do i need a credit card", TRIAL],
  ["is there a free trial", TRIAL],
  ["how does the trial work", ["as its plan does"]],
  ["how do i put it on my website", EMBED],
  ["how do i embed it", ["embed or install"]],
  ["how do i install it", ["embed or install"]],
  ["does it work with wordpress", ["WordPress"]],
  ["what languages", [String(LANGUAGES.length), "German", "Japanese"]],
  ["does it speak french", ["French"]],
  ["is my data kept", ["as long as its owner decides"]],
  ["is this call recorded", OF_THIS_CALL],
  ["how long is this call kept", OF_THIS_CALL],
  ["can i cancel", ["leave on any day"]],
  ["how do i sign up", ["Start free trial"]],
  ["can i talk to a person", ["Support link"]],
  ["what is hark", ["talk button for websites"]],
])("“%s” is answered", async (question, parts) => {
  const answer = await answerTo(question);
  for (const part of parts) expect(answer).toContain(part);
});

test("it does not make up answers", async () => {
  expect(await answerTo("what is the weather like")).toContain("I have no answer to that");
});

test("the prompt contains the landing page's answers, and other questions do not get them", async () => {
  for (const [question] of QUESTIONS) expect(systemPrompt).toContain(`When asked "${question}"`);
  expect(await answerTo("what about extra minutes")).not.toContain("your plan");
});

test("its texts are within an owner's limits", () => {
  expect(landingPrompt().length).toBeLessThanOrEqual(TEXT_LIMITS.systemPrompt);
  expect(LANDING_GOAL.length).toBeLessThanOrEqual(TEXT_LIMITS.assistantGoal);
  expect(LANDING_GREETING.length).toBeLessThanOrEqual(CONVERSATION_TEXTS.greeting.longest);
});
