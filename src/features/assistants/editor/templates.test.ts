import { expect, test } from "vitest";
import { objectionTo } from "../../../../convex/catalog/findings";
import { TEXT_LIMITS } from "../../../../convex/catalog/limits";
import { NEW_ASSISTANT } from "./assistant-values";
import { begunWith, BLANK, READY_ASSISTANTS, type ReadyAssistant } from "./templates";

const ready = READY_ASSISTANTS.filter((one) => one !== BLANK);
const [desk, shop] = ready as [ReadyAssistant, ReadyAssistant];

test("there are a front desk, a shop, appointments, support, and a blank one", () => {
  expect(READY_ASSISTANTS.map(({ title }) => title)).toEqual([
    "Front desk",
    "Shop",
    "Appointments",
    "Support",
    "Blank",
  ]);
});

test.each(ready)("$title can be saved as it is", ({ values }) => {
  for (const field of ["name", "systemPrompt", "assistantGoal"] as const) {
    expect(values[field]).toBe(values[field].trim());
    expect(values[field]).not.toBe("");
    expect(values[field].length).toBeLessThanOrEqual(TEXT_LIMITS[field]);
  }
  expect(values.findings.length).toBeGreaterThan(0);
  expect(objectionTo(values.findings)).toBeNull();
});

test.each(ready)("what is to be changed in $title stands in square brackets alone", (one) => {
  const { systemPrompt, assistantGoal } = one.values;
  expect(systemPrompt).toMatch(/\[[^[\]]+\]/);
  expect(systemPrompt.replaceAll(/\[[^[\]]+\]/g, "")).not.toMatch(/[[\]{}]/);
  expect(assistantGoal).not.toMatch(/[[\]{}]/);
});

test("another one takes the place of what nobody changed", () => {
  expect(begunWith(NEW_ASSISTANT, BLANK, desk)).toEqual({ filled: desk.values, kept: [] });
  expect(begunWith(desk.values, desk, shop)).toEqual({ filled: shop.values, kept: [] });
});

test("what was changed is kept", () => {
  const changed = { ...desk.values, name: "Rosa", findings: [] };
  const { filled, kept } = begunWith(changed, desk, shop);
  expect(kept).toEqual(["name", "findings"]);
  expect(Object.keys(filled)).toEqual(["systemPrompt", "assistantGoal", "voice"]);
});

test("nothing is kept from what says the same", () => {
  const changed = { ...desk.values, name: shop.values.name };
  expect(begunWith(changed, desk, shop).kept).toEqual([]);
});
