/** The page for those who run the deployment. */
import { expectNoFaults } from "../fixtures/axe.ts";
import { addTrouble } from "../fixtures/operator-trouble.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { setVariables } from "../fixtures/stack.ts";
import { expect, test } from "../fixtures/test.ts";

test("an owner becomes an operator by the setting, and sees what needs a person @all", async ({
  signedInOwner: { page, email },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.recordCall(await owner.createAssistant("Rye and Salt Bakery"));
  await addTrouble(stack, owner);
  await page.goto("/dashboard/operator");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await setVariables(stack, { OPERATOR_EMAILS: email });
  await page.goto("/dashboard/account");
  await page.getByRole("link", { name: "Operator page" }).click();
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByText(`The last payment of ${email} failed`)).toBeVisible();
  await expect(attention.getByText(/^Fetching reports of calls: .* failed for good/)).toBeVisible();
  const errors = page.getByRole("region", { name: "Recent errors" });
  const error = errors.getByText("The voice platform failed to read the call (500)");
  await expect(error.first()).toBeVisible();
  // Other owners of this deployment may have more expensive calls.
  const owners = page.getByRole("region", { name: "Owners" });
  await expect(owners.getByText("Cost since sign-up").first()).toBeVisible();
  await expect(page.getByText("Hi, Ada")).toHaveCount(0);
  await expectNoFaults(page);
});
