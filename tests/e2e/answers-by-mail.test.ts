/** An owner answers a question of the weekly summary by replying to it, in the outbox. */
import { makeFunctionReference } from "convex/server";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Stack } from "../../tools/start/stack.ts";
import { adminClient } from "../admin-client.ts";
import { expectNoFaults, expectNoFaultsNow } from "../fixtures/axe.ts";
import { mailIn } from "../fixtures/mails.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import type { OwnerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

const QUESTION = "Can I bring my dog?";
const SUMMARY = "Your week: 1 call";

const addDocument = makeFunctionReference<"mutation">("_system/frontend/addDocument");
const tableData = makeFunctionReference<"query">("_system/cli/tableData");
const sendMails = makeFunctionReference<"mutation">("jobs/enqueue:enqueueJobs");

/** Sends a summary at once. Without this, one is sent on Mondays. */
async function sendSummary({ client }: OwnerApi, stack: Stack, email: string): Promise<void> {
  await client.mutation(api.account.chooseMail, { group: "summary", isOn: true });
  const [assistant] = await client.query(api.assistants.listAssistants, {});
  const [call] = await client.action(api.calls.listCalls, {});
  const { _id: assistantId, name: assistantName } = must(assistant, "the assistant");
  const { ownerId } = await client.query(api.assistants.getAssistant, { assistantId });
  const asked = { assistantId, assistantName, question: QUESTION, count: 2 };
  const admin = adminClient(stack.backendUrl, stack.adminKey);
  const toMs = stack.clock.now();
  const message = {
    ...{ template: "summary", fromMs: toMs - 604_800_000, toMs, calls: 1, seconds: 60 },
    ...{ successful: 0, unsuccessful: 0, entries: 1 },
    questions: [{ ...asked, callId: must(call, "the call").id }],
  };
  const key = `summary/${ownerId}/${toMs}`;
  const mail = { key, ownerId, to: email, message, usefulUntilMs: null, state: "waiting" };
  await admin.mutation(addDocument, { table: "mails", documents: [mail] });
  const paginationOpts = { cursor: null, numItems: 1 };
  const newest = { table: "mails", order: "desc", paginationOpts };
  const { page } = (await admin.query(tableData, newest)) as { page: { _id: string }[] };
  await admin.mutation(sendMails, { kind: "mail", keys: page.map(({ _id }) => _id) });
}

test("an owner replies to the weekly summary, and the assistant knows the answer @all", async ({
  signedInOwner: { page, email },
  stack,
  allowed,
}) => {
  // Axe goes into the mail's frame, which runs no scripts.
  allowed.push("Blocked script execution");
  const owner = await ownerApi(page, stack);
  const embedId = await owner.createAssistant("Front desk");
  await owner.recordCall(embedId);
  await sendSummary(owner, stack, email);
  await mailIn(stack, email, SUMMARY);

  await page.goto(`${stack.vendors.mail.outboxUrl}?to=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: SUMMARY }).click();
  await expect(page.frameLocator("iframe").getByText(`1. “${QUESTION}”`)).toBeVisible();
  const form = page.getByRole("form", { name: "Reply" });
  await expect(page.locator("#message")).toBeHidden();
  await expect(form.getByLabel("From")).toHaveValue(email);
  await expectNoFaultsNow(page);
  await form.getByLabel("Your reply").fill("Of course, there is water at the door.");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Your reply was sent.")).toBeVisible();

  await page.getByRole("link", { name: `Saved: ${QUESTION}` }).click();
  const opened = page.context().waitForEvent("page");
  await page
    .getByRole("list", { name: "Codes and links" })
    .getByRole("link", { name: "Change what Front desk knows" })
    .click();
  const knowledge = await opened;
  await expect(knowledge.getByText("Of course, there is water at the door.")).toBeVisible();
  await expect(knowledge.getByText("Your assistant knows everything on this page.")).toBeVisible();
  await expectNoFaults(knowledge);
});
