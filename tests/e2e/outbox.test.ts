/** The outbox, in which developers read the mail that was sent. */
import { createServer } from "node:http";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { startMail } from "@hark/resend-stand-in";
import type { MailStandIn } from "@hark/resend-stand-in";
import { expectNoFaultsNow } from "../fixtures/axe.ts";
import { test as base } from "../fixtures/checked-page.ts";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

interface Fixtures {
  mail: MailStandIn & {
    /** Its status. */
    send(message: object): Promise<number>;
  };
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here.
  mail: async ({}, use) => {
    const dataFolder = await temporaryFolder("outbox");
    const standIn = await startMail({
      dataFolder,
      port: 0,
      requestsPerSecond: 100,
      log: console.error,
    });
    await use({
      ...standIn,
      async send(message) {
        const response = await fetch(`${standIn.url}/emails`, {
          method: "POST",
          headers: { Authorization: `Bearer ${standIn.apiKey}`, "User-Agent": "tests" },
          body: JSON.stringify({ from: standIn.from, ...message }),
        });
        return response.status;
      },
    });
    await standIn.close();
    await removeFolder(dataFolder);
  },
});

const CODE = "K7QX-29MD";

const RESET = {
  to: "ada@bakery.example",
  subject: "Reset your password",
  text: `Your code is ${CODE}.`,
  html: `<!doctype html><html><head><meta name="color-scheme" content="light dark"></head>
    <body style="font-family:sans-serif;padding:24px"><h1>Reset your password</h1>
    <p>Your code is <b>${CODE}</b>.</p></body></html>`,
  headers: { "List-Unsubscribe": "<http://127.0.0.1:1/out>" },
};

async function failNext(page: Page, fault: string): Promise<void> {
  await page.getByLabel("Fail the next one").selectOption(fault);
  await page.getByRole("button", { name: "Fail", exact: true }).click();
}

test("new mail appears in the open list, newest first, and has four views @all", async ({
  page,
  mail,
  look,
}) => {
  await page.goto(mail.outboxUrl);
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
  await mail.send({ to: "bo@bakery.example", subject: "Welcome", text: "Hello Bo." });
  await expect(page.getByRole("link", { name: "Welcome" })).toBeVisible();
  await mail.send(RESET);
  const list = page.getByRole("navigation", { name: "Mail" }).getByRole("link");
  await expect(list).toHaveText([/Reset your password/, /Welcome/]);

  await list.first().click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading")).toHaveText("Reset your password");
  await look(page, "html");
  const views = page.getByRole("navigation", { name: "View" });
  await views.getByRole("link", { name: "Text" }).press("Enter");
  await expect(page.getByRole("region", { name: "Text" })).toHaveText(RESET.text);
  await expect(views.getByRole("link", { name: "Text" })).toHaveAttribute("aria-current", "page");
  await look(page, "text");
  await views.getByRole("link", { name: "Source" }).click();
  await expect(page.getByRole("region", { name: "Source" })).toContainText(
    "Content-Type: multipart/alternative",
  );
  await views.getByRole("link", { name: "Headers" }).click();
  await expect(page.getByRole("row", { name: "List-Unsubscribe" })).toContainText("/out>");
  await expect(page.getByRole("row", { name: "email.delivered" })).toBeVisible();
  await look(page, "headers");
});

test("a mail's script does not run @all", async ({ page, mail, allowed }) => {
  allowed.push("Blocked script execution");
  const script = '<script>document.body.textContent = "taken over"</script>';
  await mail.send({ ...RESET, html: RESET.html + script });
  await page.goto(mail.outboxUrl);
  await page.getByRole("link", { name: "Reset your password" }).click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading")).toHaveText("Reset your password");
  await expect(frame.getByText("taken over")).toHaveCount(0);
});

test("a click copies a code, and a link opens in a new tab @all", async ({
  page,
  context,
  mail,
}) => {
  const product = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Product</title>');
  });
  const productUrl = await listen(product, 0);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await mail.send({
    ...RESET,
    html: `<p>Your code is ${CODE}.</p><a href="${productUrl}/reset?k=1">Set a password</a>`,
  });
  await page.goto(mail.outboxUrl);
  await page.getByRole("link", { name: "Reset your password" }).click();
  await page.getByRole("button", { name: `Copy the code ${CODE}` }).click();
  await expect(page.getByText(`Copied ${CODE}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);

  const found = page.getByRole("list", { name: "Codes and links" });
  const inMail = page.frameLocator("iframe").getByRole("link", { name: "Set a password" });
  for (const link of [found.getByRole("link", { name: "Set a password" }), inMail]) {
    const opened = context.waitForEvent("page");
    await link.click();
    const tab = await opened;
    await tab.waitForURL(`${productUrl}/reset?k=1`);
    await tab.close();
  }
  await closeServer(product);
});

test("mail can be searched and deleted, one or all, also by keyboard @all", async ({
  page,
  mail,
}) => {
  for (const name of ["One", "Two", "Three"]) {
    await mail.send({ to: "ada@bakery.example", subject: name, text: `This is ${name}.` });
  }
  await page.goto(mail.outboxUrl);
  const list = page.getByRole("navigation", { name: "Mail" }).getByRole("link");
  await expect(list).toHaveCount(3);
  await page.keyboard.press("/");
  await page.keyboard.type("two");
  await expect(list).toHaveText([/Two/]);
  await page.getByLabel("Search mail").fill("four");
  await expect(page.getByText("No mail has “four”.")).toBeVisible();
  await page.getByLabel("Search mail").fill("");
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(3);

  await page.keyboard.press("j");
  await page.waitForURL(/mail=/);
  await expect(page.getByRole("heading", { name: "Three" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("heading", { name: "Two" })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(list).toHaveText([/Three/, /One/]);
  await page.getByText("Delete all", { exact: true }).click();
  await page.getByRole("button", { name: "Delete all for good" }).click();
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
});

test("the next mail can be made to fail, and a mail can be made to bounce @all", async ({
  page,
  mail,
}) => {
  await page.goto(mail.outboxUrl);
  await failNext(page, "Too many requests (429)");
  await expect(page.getByText("Fails next: Too many requests (429)")).toBeVisible();
  expect(await mail.send(RESET)).toBe(429);
  expect(await mail.send(RESET)).toBe(200);
  await expect(page.getByText("Fails next")).toBeHidden();
  await failNext(page, "Server error (500)");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Fails next")).toBeHidden();

  await page.getByRole("link", { name: "Reset your password" }).click();
  await page.getByRole("button", { name: "Bounce" }).click();
  await expect(page.getByRole("link", { name: "bounced" })).toBeVisible();
  await mail.send({ ...RESET, subject: "Once more" });
  await expect(page.getByRole("link", { name: "Once more" })).toContainText("suppressed");
});

test("a refresh that fails is no error, and the next one shows what was missed @all", async ({
  page,
  mail,
  allowed,
}) => {
  allowed.push("net::ERR_FAILED");
  await page.goto(mail.outboxUrl);
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
  await page.route("**/outbox", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await mail.send({ ...RESET, subject: "Missed" });
  await failed;
  await page.unroute("**/outbox");
  await mail.send({ ...RESET, subject: "Seen" });
  const list = page.getByRole("navigation", { name: "Mail" }).getByRole("link");
  await expect(list).toHaveText([/Seen/, /Missed/]);
});

test("the list of one recipient has its own URL @all", async ({ page, mail }) => {
  await mail.send(RESET);
  await mail.send({ ...RESET, to: "bo@bakery.example" });
  await page.goto(`${mail.outboxUrl}?to=bo@bakery.example`);
  const list = page.getByRole("navigation", { name: "Mail" }).getByRole("link");
  await expect(list).toHaveText([/bo@bakery\.example/]);
});

for (const { name, width, scheme } of [
  { name: "phone", width: 375, scheme: "light" },
  { name: "phone-dark", width: 375, scheme: "dark" },
  { name: "desk", width: 1280, scheme: "light" },
  { name: "desk-dark", width: 1280, scheme: "dark" },
] as const) {
  test(`on a ${name} nothing overflows and axe finds no violation @all`, async ({
    page,
    mail,
    look,
    allowed,
  }) => {
    // Axe goes into the mail's frame, which runs no scripts.
    allowed.push("Blocked script execution");
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const { url } = mail;
    await mail.send({ to: "bounced@resend.dev", subject: "Your bill", text: "Thank you." });
    await mail.send({
      ...RESET,
      reply_to: `answers+${"k".repeat(56)}@hark.test`,
      html: `${RESET.html}<a href="${url}/a-very-long-address?${"k=v&".repeat(40)}">Set a password</a>`,
    });
    await page.goto(mail.outboxUrl);
    await failNext(page, "Slow: sent, answered after 5 s");
    await expect(page.getByText("Fails next")).toBeVisible();
    await expectNoFaultsNow(page);
    await look(page, `${name}-list`);
    const link = page.getByRole("link", { name: "Reset your password" });
    await link.click();
    await page.waitForURL(/mail=/);
    await page.keyboard.press("Escape");
    // The page cannot know whether the window has the focus as well.
    await expect.poll(() => link.evaluate((it) => it === document.activeElement)).toBe(true);
    await link.click();
    for (const view of ["HTML", "Text", "Headers"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await expect(page.getByRole("link", { name: view, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
      // Until the style sheet is there, the page is as wide as its longest link.
      await page.waitForLoadState();
      await look(page, `${name}-${view}`);
      const [inner, outer] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
      ]);
      expect(inner).toBe(outer);
      await expectNoFaultsNow(page);
    }
  });
}
