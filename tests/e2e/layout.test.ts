/** Every screen, from a desktop to the narrowest window for which WCAG 1.4.10 asks that nothing has to be scrolled sideways. */
import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { layoutFaults } from "../fixtures/layout-faults.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { addTrouble } from "../fixtures/operator-trouble.ts";
import { setVariables } from "../fixtures/stack.ts";
import { screensFor, type Viewer } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";

const SIZES = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
];

async function faultsOn(page: Page, viewer: Viewer, embedId: string): Promise<string[]> {
  const widthsOf = new Map<string, number[]>();
  for await (const state of screensFor(viewer, { page, embedId })) {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const fault of await layoutFaults(page)) {
        const named = `${state}: ${fault}`;
        widthsOf.set(named, [...(widthsOf.get(named) ?? []), size.width]);
      }
    }
  }
  return [...widthsOf].map(([fault, widths]) => `${fault} (on ${widths.join(", ")} px)`);
}

const TITLE = "nothing is cut off, overlaps, competes or is too small to press";

test(`${TITLE} on a visitor's screens`, async ({ page, live }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await faultsOn(page, "visitor", live.embedId)).toEqual([]);
});

test(`${TITLE} on a newcomer's screens`, async ({ signedInOwner: { page } }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await faultsOn(page, "newcomer", "")).toEqual([]);
});

test(`${TITLE} on an operator's screen`, async ({ signedInOwner: { page, email }, stack }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const owner = await ownerApi(page, stack);
  await owner.recordCall(await owner.createAssistant("Rye and Salt Bakery"));
  await addTrouble(stack, owner);
  await setVariables(stack, { OPERATOR_EMAILS: email });
  expect(await faultsOn(page, "operator", "")).toEqual([]);
});

test(`${TITLE} on a subscriber's screens`, async ({ signedInOwner: { page }, stack }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const owner = await ownerApi(page, stack);
  const embedId = await owner.createAssistant("Rye and Salt Bakery");
  await owner.recordCall(embedId, {
    outcome: {
      found: [{ key: "name", value: "Ada Lovelace" }],
      unanswered: ["Do you deliver to the other side of the river?"],
      mood: "positive",
      language: "en",
    },
  });
  await owner.subscribe("PRO");
  const [assistant] = await owner.client.query(api.assistants.listAssistants, {});
  await owner.client.mutation(api.assistants.togglePublishAssistant, {
    assistantId: must(assistant, "the assistant")._id,
  });
  expect(await faultsOn(page, "subscriber", embedId)).toEqual([]);
});
