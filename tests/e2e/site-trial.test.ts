/** A visitor of the landing page tries an assistant on a website, and creates it. */
import { newAccount } from "../fixtures/account.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { setVariables } from "../fixtures/stack.ts";
import { expect, test } from "../fixtures/test.ts";
import { hostWebsite, htmlPage } from "../fixtures/website-host.ts";

const HOURS = JSON.stringify({
  "@context": "https://schema.org",
  "@type": "Bakery",
  name: "Linden Bakery",
  openingHours: "Mo-Fr 08:00-18:00",
});

test("a visitor asks about a website, signs up, and gets a form that knows it @all", async ({
  page,
  stack,
}) => {
  const site = await hostWebsite({
    "/": htmlPage(
      "Home | Linden Bakery",
      `<script type="application/ld+json">${HOURS}</script><p>Bread since 1921. <a href="/prices">Our prices</a></p>`,
    ),
    "/prices": htmlPage("Prices", "<table><tr><td>Seeded roll</td><td>2 dollars</td></tr></table>"),
  });
  await setVariables(stack, { LOCAL_WEBSITES: site.url });
  try {
    const chunks: string[] = [];
    page.on("request", (request) => chunks.push(request.url()));
    await page.goto("/");
    const trial = page.getByRole("region", { name: "Try it on your own website" });
    const address = trial.getByLabel("Your website's address");
    await expect(address).toBeVisible();
    expect(chunks.filter((url) => url.includes("/begin-trial-"))).toEqual([]);

    await address.fill("printer.local");
    await page.keyboard.press("Enter");
    await expect(trial.getByRole("alert")).toHaveText(/only inside your own network/);
    await expectNoFaults(page);

    await address.fill(site.url);
    await page.keyboard.press("Enter");
    await expect(trial.getByText("1 of 2 pages")).toBeVisible();
    await expect(
      trial.getByText("This assistant has read 2 pages of Linden Bakery."),
    ).toBeVisible();
    const messages = trial.getByRole("log");
    await expect(messages).toContainText("Hello, this is Linden Bakery.");
    await expectNoFaults(page);

    await trial.getByRole("button", { name: "How much is “Seeded roll”?" }).click();
    await expect(messages).toContainText("2 dollars");
    await expect(trial.getByLabel("Your question")).toBeFocused();
    await page.keyboard.type("When are you open?");
    await page.keyboard.press("Enter");
    await expect(messages).toContainText("08:00–18:00");
    await expect(trial.getByText("6 answers and 10 minutes left")).toBeVisible();
    await expectNoFaults(page);

    await trial.getByRole("link", { name: "Create this assistant" }).click();
    await expect(page).toHaveURL("/login");
    const { email, password } = newAccount("tried");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign up", exact: true }).click();
    await expect(page).toHaveURL("/dashboard/subscription");
    const waiting = page.getByRole("status", { name: /^Your assistant for / });
    await expect(waiting).toBeVisible();
    await expectNoFaults(page);
    await waiting.getByRole("link", { name: "Create this assistant" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByLabel("Assistant name")).toHaveValue("Linden Bakery");
    await expect(page.getByLabel("System prompt")).toHaveValue(/08:00–18:00/);
    // It began with the website once.
    await page.reload();
    await expect(page.getByRole("button", { name: "Create Assistant" }).first()).toBeVisible();
    await expect(page.getByLabel("Assistant name")).toBeHidden();
  } finally {
    await setVariables(stack, { LOCAL_WEBSITES: "" });
    await site.close();
  }
});
