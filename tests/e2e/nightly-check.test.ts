/** What visitors ask most is asked again at night, and the owner gets mail if the answer has changed. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { talkPathFor } from "../../src/lib/routes.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { eventually } from "../eventually.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { mailIn } from "../fixtures/mails.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { changeAssistant } from "../fixtures/owner-client.ts";
import { expect, test } from "../fixtures/test.ts";

const QUESTION = "When do you open?";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Ends a typed conversation. */
const SILENCE_MS = 31 * MINUTE_MS;
/** The nightly check has begun by then (convex/crons.ts). */
const NIGHT_MS = (2 * 60 + 24) * MINUTE_MS;

function nextNight({ clock }: Stack): void {
  clock.advance(DAY_MS - ((clock.now() - NIGHT_MS) % DAY_MS));
}

test("at night a visitor's question is asked again: the owner sees the answer, and gets mail once it has changed @all", async ({
  signedInOwner: { page, email },
  stack,
  browser,
}) => {
  // No other night comes before the visitor's conversation has ended.
  nextNight(stack);
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Create your first assistant" })).toBeVisible();
  const owner = await ownerApi(page, stack);
  await owner.subscribe("PRO");
  const embedId = await owner.createAssistant("Front desk");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  const assistantId = must(assistant, "assistant")._id;
  const own = { assistantId, embedId };
  await changeAssistant(owner, own, { systemPrompt: "Our opening hours are seven to six." });
  await owner.client.mutation(api.assistants.togglePublishAssistant, { assistantId });
  await owner.waitForSync();

  const visitor = await browser.newPage({ baseURL: stack.appUrl });
  await visitor.goto(talkPathFor(embedId));
  await visitor.getByRole("textbox", { name: "Your message" }).fill(QUESTION);
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("log")).toContainText("seven to six");
  await visitor.close();
  stack.clock.advance(SILENCE_MS);
  await eventually(async () => {
    const [call] = await owner.client.query(api.calls.recentCalls, { channel: "text" });
    return call?.status === "ended";
  });

  await page.goto(`/dashboard/assistants/${assistantId}/rehearsals`);
  await expect(page.getByText("Nothing to ask yet.")).toBeVisible();
  nextNight(stack);
  const asked = page.getByRole("list", { name: "Most asked questions" });
  await expect(asked.getByRole("listitem")).toContainText([
    `${QUESTION}Our opening hours are seven`,
  ]);
  await expectNoFaults(page);

  await page.getByRole("link", { name: "Settings and styling" }).click();
  await page.getByLabel("System prompt").fill("Our opening hours are nine to five.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("All changes are saved.")).toBeVisible();
  await page.getByRole("link", { name: "Rehearsals" }).click();
  await expect(asked).toContainText("seven to six");
  nextNight(stack);
  await expect(asked).toContainText("nine to five");
  const { text } = await mailIn(stack, email, "1 answer of Front desk to check");
  expect(text).toContain("The answer has changed:");
  expect(text).toContain("seven to six");
});
