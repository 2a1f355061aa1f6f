import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { CreateAssistantForm } from "./editor/create-assistant-form";
import { withDraft } from "./editor/restore-draft";
import { TAB_TITLES } from "./editor/texts";
import {
  areSame,
  NEW_ASSISTANT,
  SETTING_NAMES,
  tabOf,
  TABS,
  tidiedValues,
  valuesOf,
} from "./settings";
import { must } from "../../lib/must";

vi.mock("convex/react", async () => (await import("./mock-backend")).backend.hooks);

afterEach(cleanup);

test("every setting has an input in its tab, named after it", async () => {
  const user = userEvent.setup();
  render(<CreateAssistantForm onClose={vi.fn()} />);
  await user.click(screen.getByRole("tab", { name: TAB_TITLES.conversation }));
  // The tab is a chunk of its own.
  await act(() => vi.dynamicImportSettled());
  const tabs = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const input = must(document.querySelector(`form [name="${name}"]`), `an input for ${name}`);
      const panel = must(input.closest('[role="tabpanel"]'), `a tab with ${name}`);
      const tab = document.getElementById(panel.getAttribute("aria-labelledby") ?? "");
      return [name, tab?.textContent];
    }),
  );
  expect(tabs).toEqual(
    Object.fromEntries(SETTING_NAMES.map((name) => [name, TAB_TITLES[tabOf(name)]])),
  );
});

test("an input that belongs to no setting is in the first tab", () => {
  expect(tabOf("")).toBe(TABS[0]);
});

test("an assistant without newer settings keeps its old behaviour", () => {
  const { name, systemPrompt, assistantGoal, voice } = NEW_ASSISTANT;
  const old = { name, systemPrompt, assistantGoal, voice } as Parameters<typeof valuesOf>[0];
  const values = valuesOf(old);
  expect(values.recordsCalls).toBe(true);
  expect(values.talk).toMatchObject({ language: null, minutesADay: null });
  expect(values.knowledge).toEqual({ kind: "none" });
});

test("blanks around a text are not saved and are not a change", () => {
  const ada = { ...NEW_ASSISTANT, name: "Ada" };
  const spaced = {
    ...ada,
    name: " Ada ",
    findings: [{ label: " Day ", kind: "date" as const, isRequired: true }],
  };
  const trimmed = { ...ada, findings: [{ label: "Day", kind: "date" as const, isRequired: true }] };
  expect(tidiedValues(spaced)).toEqual(trimmed);
  expect(areSame(spaced, trimmed)).toBe(true);
  expect(areSame(ada, trimmed)).toBe(false);
});

test("a draft restores only values that are still valid", () => {
  const values = {
    ...NEW_ASSISTANT,
    name: "Ada",
    recordsCalls: "yes",
    callsKeptDays: 31,
    allowedSites: ["https://a.example"],
    notice: { language: "en", text: 1, privacyUrl: null },
    talk: { ...NEW_ASSISTANT.talk, greeting: "Hello!" },
  };
  const restored = withDraft(NEW_ASSISTANT, "new", { about: "new", values });
  expect(restored).toEqual({
    ...NEW_ASSISTANT,
    name: "Ada",
    allowedSites: ["https://a.example"],
    talk: { ...NEW_ASSISTANT.talk, greeting: "Hello!" },
  });
  expect(withDraft(NEW_ASSISTANT, "new", { about: "a1", values })).toBe(NEW_ASSISTANT);
});
