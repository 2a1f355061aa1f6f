/** What an assistant can do besides answering: an owner adds an action, and a visitor confirms it. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Stack } from "../../tools/start/stack.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { mailIn } from "../fixtures/mails.ts";
import { ownerApi, type OwnerApi } from "../fixtures/owner-api.ts";
import { setVariables } from "../fixtures/stack.ts";
import { expect, test } from "../fixtures/test.ts";

/** The section of a new assistant. */
async function openActions(page: Page, stack: Stack): Promise<OwnerApi> {
  const api = await ownerApi(page, stack);
  await api.createAssistant("Front desk");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Front desk", exact: true }).click();
  await page.getByRole("link", { name: "Actions", exact: true }).click();
  return api;
}

/** The typed conversation beside it, once the platform has what was saved. */
async function openTyping(page: Page, api: OwnerApi) {
  await api.waitForSync();
  const pane = page.getByRole("region", { name: "Try it", exact: true });
  await pane.getByRole("button", { name: "Type instead" }).click();
  const frame = pane.getByTitle("Front desk AI Assistant").contentFrame();
  const messages = frame.getByRole("log").getByRole("listitem");
  const type = async (words: string) => {
    await frame.getByRole("textbox", { name: "Your message" }).fill(words);
    await page.keyboard.press("Enter");
  };
  return { frame, messages, type };
}

test("an owner adds an action and tries it, a visitor corrects it and says yes, and the log shows both", async ({
  signedInOwner: { page },
  stack,
}) => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { "Content-Type": "text/plain" }).end(`Table ${bodies.length}`);
    });
  });
  const url = await listen(server, 0);
  await setVariables(stack, { WEBHOOK_RECEIVERS: url });
  const api = await openActions(page, stack);
  await expect(page.getByText("No actions yet.")).toBeVisible();

  await page.getByRole("button", { name: "Add a request" }).click();
  await page.getByLabel("Name of the action").fill("Book a table");
  await page.getByLabel("When to use it").fill("Books a table for guests.");
  await page.getByLabel("Method").selectOption("POST");
  await page.getByLabel("Address").fill(`${url}/tables`);
  for (const [number, name] of ["guests", "day"].entries()) {
    await page.getByRole("button", { name: "Add a parameter" }).click();
    const parameter = page.getByRole("group", { name: `Parameter ${number + 1}` });
    await parameter.getByLabel("Name").fill(name);
    await parameter.getByLabel("Description").fill(`The ${name}.`);
  }
  await page.getByRole("button", { name: "Add a header" }).click();
  const header = page.getByRole("group", { name: "Header 1" });
  await header.getByLabel("Name").fill("X-Key");
  await header.getByLabel("Value").fill("swordfish-in-the-browser");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Save action" }).click();
  const action = page.getByRole("listitem", { name: "Book a table" });
  await expect(action.getByText("Asks the visitor first")).toBeVisible();

  await action.getByRole("button", { name: "Try it: Book a table" }).click();
  await action.getByLabel("guests").fill("4");
  await action.getByLabel("day").fill("Monday");
  await action.getByRole("button", { name: "Send it" }).click();
  await expect(action.getByText("Table 1")).toBeVisible();
  await expectNoFaults(page);

  const { frame, messages, type } = await openTyping(page, api);
  await type("Book a table for two on Friday, please.");
  await expect(messages.last()).toHaveText(/guests: two, day: Friday\. Is that right\?/);
  expect(bodies).toHaveLength(1);
  const check = frame.getByRole("region", { name: "Please check" });
  await expect(check.getByRole("definition")).toHaveText(["two", "Change", "Friday", "Change"]);
  await expectNoFaults(page);
  await check.getByRole("button", { name: "Change: day" }).click();
  const day = check.getByLabel("day");
  await expect(day).toBeFocused();
  await expect(check.getByRole("button", { name: "Yes, that is right" })).toBeHidden();
  await day.fill("");
  await page.keyboard.press("Enter");
  await expect(check.getByRole("alert")).toHaveText("Please fill in this field.");
  await expectNoFaults(page);
  await day.fill("Saturday");
  await page.keyboard.press("Enter");
  await expect(check.getByRole("definition")).toHaveText(["two", "Change", "Saturday", "Change"]);
  await expect(check.getByRole("button", { name: "Change: day" })).toBeFocused();
  await check.getByRole("button", { name: "Yes, that is right" }).click();
  await expect(messages.last()).toHaveText(/Table 2/);
  const slip = frame.getByRole("region", { name: "Sent" });
  await expect(slip.getByRole("definition")).toHaveText(["two", "Saturday"]);
  await expectNoFaults(page);
  await slip.getByRole("button", { name: "Close" }).click();
  await expect(slip).toBeHidden();
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
    { guests: "4", day: "Monday" },
    { guests: "two", day: "Saturday" },
  ]);

  await action.getByRole("button", { name: "Show log: Book a table" }).click();
  const log = action.getByRole("list", { name: "Log" });
  await log.getByText("Typed conversation").click();
  await expect(log.getByText("The visitor said “Yes, that is right”")).toBeVisible();
  await expect(log.getByText("The visitor corrected by hand: day")).toBeVisible();
  await expect(log.getByText("Your test")).toBeVisible();
  await expectNoFaults(page);
  expect(await page.content()).not.toContain("swordfish-in-the-browser");
  await closeServer(server);
});

test("an owner pastes a link of Cal.com, a visitor asks for a free time and says yes, and it is booked @all", async ({
  signedInOwner: { page },
  stack,
  allowed,
}) => {
  allowed.push("[CONVEX A(actions:addCalendar)]", "[CONVEX M(receipts:deleteConversation)]");
  const api = await openActions(page, stack);

  await page.getByRole("button", { name: "Add a Cal.com calendar" }).click();
  const link = page.getByLabel("Link of an event type");
  await link.fill("https://cal.com/hark-bakery/gone");
  await page.getByRole("button", { name: "Add calendar" }).click();
  await expect(page.getByText(/Cal\.com knows no public event type/)).toBeVisible();
  await expect(link).toHaveValue("https://cal.com/hark-bakery/gone");
  await link.fill("https://cal.com/hark-bakery/tasting");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Add calendar" }).click();
  const booking = page.getByRole("listitem", { name: /^Book: Cake tasting/ });
  await expect(booking.getByText("Asks the visitor first")).toBeVisible();
  const times = page.getByRole("listitem", { name: /^Free times: Cake tasting/ });
  await times.getByRole("button", { name: /^Try it/ }).click();
  await times.getByRole("button", { name: "Read the free times" }).click();
  await expect(times.getByText(/is free on .* by the clock of Europe\/Berlin/)).toBeVisible();
  await expectNoFaults(page);

  const { frame, messages, type } = await openTyping(page, api);
  await type("Which times are free for a cake tasting?");
  await expect(messages.last()).toHaveText(/“Cake tasting with Hark Bakery” is free on/);
  const [time = ""] = /\d\d:\d\d/.exec(await messages.last().innerText()) ?? [];
  await type(`Please book the cake tasting at ${time} for Ada Lovelace, ada@visitors.test.`);
  await expect(messages.last()).toHaveText(/name: Ada Lovelace.*Is that right\?/);
  const bookings = async () => {
    const answer = await fetch(`${stack.vendors.calendar.pageUrl}/bookings`);
    return ((await answer.json()) as { bookings: unknown[] }).bookings;
  };
  expect(await bookings()).toEqual([]);
  await type("Yes.");
  await expect(messages.last()).toHaveText(/It is booked/);
  expect(await bookings()).toHaveLength(1);

  const slip = frame.getByRole("region", { name: "Booked" });
  await expect(slip.getByLabel("Your email address")).toHaveValue("ada@visitors.test");
  await expectNoFaults(page);
  await slip.getByRole("button", { name: "Send me this by email" }).click();
  await expect(slip.getByText("It is on its way to ada@visitors.test.")).toBeVisible();
  const { text } = await mailIn(stack, "ada@visitors.test", "Your booking with Front desk");
  await page.goto(must(/http\S+\/receipt\/\S+/.exec(text)?.[0], "link"));
  await expect(page.getByRole("heading", { name: /^Booked: .*Cake tasting/ })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Ada Lovelace" })).toBeVisible();
  await expectNoFaults(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the calendar file" }).click();
  expect((await download).suggestedFilename()).toBe("appointment.ics");
  const confirm = async (name: string) => {
    await page.getByRole("button", { name }).click();
    const dialog = page.getByRole("dialog", { name });
    await expectNoFaults(page);
    await dialog.getByRole("button", { name }).click();
    return dialog;
  };
  await confirm("Withdraw this");
  await expect(page.getByText(/^You have withdrawn this/)).toBeVisible();
  const dialog = await confirm("Delete the conversation");
  await expect(dialog.getByRole("alert")).toHaveText(/can be deleted once it has ended/);
  await page.goto("/dashboard/inbox");
  await page.getByRole("list", { name: "Entries" }).getByRole("button").first().click();
  const entry = page.getByRole("article");
  await expect(entry.getByText("Withdrawn by the visitor", { exact: true })).toBeVisible();
});

test("a visitor asks for a person, and the owner reads it in the inbox while the conversation goes on @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const api = await openActions(page, stack);
  await page.getByRole("button", { name: "Add “Ask for a person”" }).click();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Save action" }).click();
  const action = page.getByRole("listitem", { name: "Ask for a person" });
  await expect(action.getByText("Runs at once")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add “Ask for a person”" })).toBeHidden();

  const { messages, type } = await openTyping(page, api);
  await type("I want to speak to a person.");
  await expect(messages.last()).toHaveText(/The team was told/);
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByRole("list", { name: "Entries" }).getByRole("button").first().click();
  const entry = page.getByRole("article");
  await expect(entry.getByText("Asked for a person", { exact: true })).toBeVisible();
  await expect(entry.getByRole("region", { name: "Transcript" })).toContainText(
    "I want to speak to a person",
  );
  await expectNoFaults(page);
});

test("an assistant asks its owner while the visitor waits, and passes the answer on @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const api = await openActions(page, stack);
  await page.getByRole("button", { name: "Add “Ask you”" }).click();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Save action" }).click();
  await expect(page.getByRole("listitem", { name: "Ask the owner" })).toBeVisible();

  const { messages, type } = await openTyping(page, api);
  await type("Please ask the owner the question whether rye is left.");
  const question = page.getByRole("region", { name: /^A visitor of Front desk asks/ });
  await expect(question.getByText(/The visitor waits/)).toBeVisible();
  await expectNoFaults(page);
  await question.getByLabel("Your answer").fill("Two loaves are left.");
  await question.getByRole("button", { name: "Send answer" }).click();
  await expect(messages.last()).toHaveText(/Two loaves are left\./);
  await expect(question).toBeHidden();
});

test("the link in a messenger answers a question on a phone without an account, and later into the inbox @all", async ({
  signedInOwner: { page },
  stack,
  browser,
}) => {
  const owner = await openActions(page, stack);
  await page.getByRole("button", { name: "Add “Ask you”" }).click();
  await page.getByRole("button", { name: "Save action" }).click();
  await expect(page.getByRole("listitem", { name: "Ask the owner" })).toBeVisible();
  const to = { kind: "slack", url: EXAMPLES.slack } as const;
  await owner.client.mutation(api.messengers.addMessenger, { to, events: ["outcome.created"] });
  const links = async () => {
    const answer = await fetch(`${stack.vendors.messengers.pageUrl}/messages`);
    const { messages } = (await answer.json()) as { messages: { links: string[] }[] };
    return messages.flatMap((message) => message.links).filter((link) => link.includes("/answer/"));
  };
  const newestLink = async (count: number) => {
    await expect.poll(async () => (await links()).length).toBe(count);
    return must((await links())[0], "link");
  };
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const phone = await context.newPage();

  const { messages, type } = await openTyping(page, owner);
  await type("Please ask the owner the question whether rye is left.");
  await phone.goto(await newestLink(1));
  await expect(phone.getByRole("heading", { name: /^A visitor of Front desk asks/ })).toBeVisible();
  await expect(phone.getByText(/The visitor waits/)).toBeVisible();
  await phone.getByRole("button", { name: "I will call you back." }).click();
  await expect(phone.getByText("Answered: “I will call you back.”")).toBeVisible();
  await expect(messages.last()).toHaveText(/I will call you back\./);

  await type("Please ask the owner the question whether spelt is left.");
  const later = await newestLink(2);
  await expect(messages.last()).toHaveText(/Nobody answered in time/, { timeout: 60_000 });
  await phone.goto(later);
  await expect(phone.getByText(/The visitor no longer waits/)).toBeVisible();
  await expectNoFaults(phone);
  await phone.getByLabel("Your answer").fill("Spelt is sold out.");
  await phone.getByRole("button", { name: "Send answer" }).click();
  await expect(phone.getByText(/The answer is in the inbox/)).toBeVisible();
  await expectNoFaults(phone);
  await context.close();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByRole("list", { name: "Entries" }).getByRole("button").first().click();
  const entry = page.getByRole("article");
  await expect(entry.getByText("Answered by link", { exact: true })).toBeVisible();
  await expect(entry.getByText("Spelt is sold out.").first()).toBeVisible();
});
