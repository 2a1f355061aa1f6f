import { expect, test } from "vitest";
import { problemWithFindings } from "../../../../convex/shared/findings";
import { TEXT_LIMITS } from "../../../../convex/shared/limits";
import { NEW_ASSISTANT } from "../settings";
import { applyTemplate, BLANK, TEMPLATES, type Template } from "./templates";

const templates = TEMPLATES.filter((one) => one !== BLANK);
const [desk, shop] = templates as [Template, Template];

test("the templates are a front desk, a shop, appointments, support and a blank form", () => {
  expect(TEMPLATES.map(({ title }) => title)).toEqual([
    "Front desk",
    "Shop",
    "Appointments",
    "Support",
    "Blank",
  ]);
});

test.each(templates)("$title can be saved unchanged", ({ values }) => {
  for (const field of ["name", "systemPrompt", "assistantGoal"] as const) {
    expect(values[field]).toBe(values[field].trim());
    expect(values[field]).not.toBe("");
    expect(values[field].length).toBeLessThanOrEqual(TEXT_LIMITS[field]);
  }
  expect(values.findings.length).toBeGreaterThan(0);
  expect(problemWithFindings(values.findings)).toBeNull();
});

test.each(templates)(
  "$title marks what the owner has to replace with square brackets only",
  (one) => {
    const { systemPrompt, assistantGoal } = one.values;
    expect(systemPrompt).toMatch(/\[[^[\]]+\]/);
    expect(systemPrompt.replaceAll(/\[[^[\]]+\]/g, "")).not.toMatch(/[[\]{}]/);
    expect(assistantGoal).not.toMatch(/[[\]{}]/);
  },
);

test("a template replaces the fields that nobody changed", () => {
  expect(applyTemplate(NEW_ASSISTANT, BLANK, desk)).toEqual({ filled: desk.values, kept: [] });
  expect(applyTemplate(desk.values, desk, shop)).toEqual({ filled: shop.values, kept: [] });
});

test("a field that was changed is kept", () => {
  const changed = { ...desk.values, name: "Rosa", findings: [] };
  const { filled, kept } = applyTemplate(changed, desk, shop);
  expect(kept).toEqual(["name", "findings"]);
  expect(Object.keys(filled)).toEqual(["systemPrompt", "assistantGoal", "voice"]);
});

test("a field that already has the template's value is not reported as kept", () => {
  const changed = { ...desk.values, name: shop.values.name };
  expect(applyTemplate(changed, desk, shop).kept).toEqual([]);
});
