/** What an assistant does during a call, as the visitor sees it in the panel. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { api } from "../../../convex/_generated/api.js";
import { eventually } from "../../eventually.ts";
import { changeAssistant, createAssistant, publish } from "../../fixtures/owner-client.ts";
import { setVariables } from "../../fixtures/stack.ts";
import { buttonOf, expect, frameOf, scriptTag, test } from "../../fixtures/talk-button.ts";

test("in a call a visitor sees what is noted, says yes by a press to a table and a time, and asks for a person @all", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  test.slow();
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { "Content-Type": "text/plain" }).end("Table 7");
    });
  });
  const url = await listen(server, 0);
  await setVariables(stack, { WEBHOOK_RECEIVERS: url });
  const assistant = await createAssistant(live, { name: "Front desk" });
  const { assistantId, embedId } = assistant;
  const findings = [{ label: "Name", kind: "text" as const, isRequired: true }];
  await changeAssistant(live, assistant, { findings });
  const parameters = ["guests", "day"].map((name) => ({
    ...{ name, type: "string" as const, description: `The ${name}.`, isRequired: true },
  }));
  await live.client.mutation(api.actions.save, {
    ...{ assistantId, name: "Book a table", changesSomething: true },
    description: "Books a table for guests.",
    work: { kind: "http", method: "POST", url: `${url}/tables`, headers: [], parameters },
  });
  await live.client.mutation(api.actions.save, {
    ...{ assistantId, name: "Ask for a person", changesSomething: false },
    description: "Tells somebody that the visitor wants to speak to a person.",
    work: { kind: "person" },
  });
  const calendar = { link: "https://cal.com/hark-bakery/tasting", timeZone: "Europe/Berlin" };
  await live.client.action(api.actions.addCalendar, { assistantId, ...calendar });
  await publish(live, assistant);
  await eventually(async () => {
    const { voiceSync } = await live.client.query(api.assistants.getAssistant, { assistantId });
    return voiceSync?.state === "done";
  });
  const bookings = async () => {
    const answer = await fetch(`${stack.vendors.calendar.pageUrl}/bookings`);
    return ((await answer.json()) as { bookings: unknown[] }).bookings.length;
  };
  const before = await bookings();
  try {
    await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
    await buttonOf(page, "Start voice chat").click();
    await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
    await frameOf(page).getByRole("button", { name: "Type instead" }).click();
    const panel = frameOf(page).frameLocator("iframe");
    const messages = panel.getByRole("log").getByRole("listitem");
    const type = async (words: string) => {
      await panel.getByRole("textbox", { name: "Your message" }).fill(words);
      await panel.getByRole("textbox", { name: "Your message" }).press("Enter");
    };
    const card = (name: string) => panel.getByRole("region", { name, exact: true });
    const sayYes = async () => {
      await expect(messages.last()).toHaveText(/Is that right\?$/);
      await card("Please check").getByRole("button", { name: "Yes, that is right" }).click();
    };

    await type("My name is Ada Byron.");
    await expect(card("Your details").getByText("Ada Byron", { exact: true })).toBeVisible();

    await type("Book a table for two on Friday, please.");
    await expect(card("Please check").getByText("Friday", { exact: true })).toBeVisible();
    expect(bodies).toEqual([]);
    await sayYes();
    await expect(card("Sent").getByText("Friday", { exact: true })).toBeVisible();
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { guests: "two", day: "Friday" },
    ]);
    await card("Sent").getByRole("button", { name: "Close" }).click();

    await type("Which times are free for a cake tasting?");
    const told = messages.filter({ hasText: /“Cake tasting with Hark Bakery” is free on/ });
    await expect(told).toBeVisible();
    const [time = ""] = /\d\d:\d\d/.exec(await told.innerText()) ?? [];
    await type(`Please book the cake tasting at ${time} for Ada Byron, ada@visitors.test.`);
    await expect(card("Please check").getByText("Ada Byron", { exact: true })).toBeVisible();
    expect(await bookings()).toBe(before);
    await sayYes();
    await expect(card("Booked").getByText("Ada Byron", { exact: true })).toBeVisible();
    expect(await bookings()).toBe(before + 1);

    await type("I want to speak to a person.");
    await expect(messages.filter({ hasText: "The team was told" })).toBeVisible();
    await panel.getByRole("button", { name: "Stop voice chat" }).click();
  } finally {
    await publish(live, assistant);
    await closeServer(server);
  }
});
