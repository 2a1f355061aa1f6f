/** The code that an owner pastes, and what the dashboard shows once it works. */
import { expectNoFaults } from "../fixtures/axe.ts";
import { withHostSite } from "../fixtures/host-site.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

test("an owner copies the script, pastes it into a website, and the dashboard sees it at once", async ({
  signedInOwner: { page },
  stack,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Front desk");
  await owner.subscribe("STARTER");
  await page.goto("/dashboard");
  const card = page.getByRole("article", { name: "Front desk" });
  await card.getByRole("button", { name: "Publish" }).click();
  await card.getByRole("button", { name: "Code" }).click();
  await expect(card.getByText(/^Not seen on any website yet/)).toBeVisible();
  await card.getByRole("tab", { name: "Script" }).click();
  await card.getByText("On Shopify").click();
  await expect(card.getByText("layout/theme.liquid")).toBeVisible();
  await expectNoFaults(page);
  await card.getByRole("button", { name: "Copy script" }).click();
  await expect(page.getByText("Embed code copied to clipboard!")).toBeVisible();
  const script = await page.evaluate(() => navigator.clipboard.readText());

  await withHostSite(async (site) => {
    const visitor = await context.newPage();
    await visitor.goto(site.publish({ body: `<h1>A bakery</h1>${script}` }));
    const frame = visitor.getByTitle("Voice chat").contentFrame();
    await expect(frame.getByRole("button", { name: "Start voice chat" })).toBeVisible();
    const name = site.url.replace("http://", "");
    await expect(card.getByText(`Seen on ${name} just now.`)).toBeVisible();
    await visitor.close();
  });
  await expectNoFaults(page);
});

test("turning on signed calls shows a secret once, and the code shows where the token goes @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Front desk");
  await owner.subscribe("STARTER");
  await page.goto("/dashboard");
  const card = page.getByRole("article", { name: "Front desk" });
  await card.getByRole("button", { name: "Publish" }).click();
  await card.getByRole("link", { name: "Front desk", exact: true }).click();
  await page.getByRole("link", { name: "Sites and code" }).click();
  const section = page.getByRole("region", { name: "Only calls signed by my server" });
  page.on("dialog", (dialog) => void dialog.accept());
  await section.getByRole("button", { name: "Switch on" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Your signing secret" });
  await expect(dialog.getByLabel("Secret")).toHaveText(/^hksign_[\da-f]{64}$/);
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(section.getByRole("button", { name: "Create a new secret" })).toBeFocused();
  await expectNoFaults(page);
  const code = page.getByRole("region", { name: "Embed code" });
  await expect(code.getByRole("region", { name: "HTML to paste" })).toContainText("#token=TOKEN");
  await code.getByRole("tab", { name: "Script" }).click();
  await expect(code.getByRole("region", { name: "Script to paste" })).toContainText("token: async");
  await expectNoFaults(page);
});
