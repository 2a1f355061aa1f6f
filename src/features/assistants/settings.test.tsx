import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel";
import { CreateAssistantForm } from "./editor/create-assistant-form";
import { withDraft } from "./editor/restore-draft";
import { TAB_TITLES } from "./editor/texts";
import {
  areSame,
  NEW_ASSISTANT,
  placeOf,
  SETTING_NAMES,
  type SettingPlace,
  tabOf,
  TABS,
  tidiedValues,
  valuesOf,
} from "./settings";
import { SectionContent } from "./page/section-content";
import { must } from "../../lib/must";
import { ASSISTANT_SECTIONS, type AssistantSection } from "../../lib/routes";

vi.mock("convex/react", async () => (await import("./mock-backend")).backend.hooks);

afterEach(cleanup);

function namesIn(container: Element): string[] {
  const inputs = [...container.querySelectorAll("[name]")].map((input) =>
    input.getAttribute("name"),
  );
  return SETTING_NAMES.filter((name) => inputs.includes(name));
}

function settingsAt(...places: SettingPlace[]) {
  return SETTING_NAMES.filter((name) => places.includes(placeOf(name)));
}

test("the form has two tabs, and in each the inputs of its settings", () => {
  render(<CreateAssistantForm onClose={vi.fn()} />);
  const tabs = screen.getAllByRole("tab", { hidden: true });
  expect(tabs.map(({ textContent }) => textContent)).toEqual(Object.values(TAB_TITLES));
  for (const tab of TABS) {
    const title = screen.getByRole("tab", { name: TAB_TITLES[tab], hidden: true });
    const panel = document.getElementById(title.getAttribute("aria-controls") ?? "");
    expect(namesIn(must(panel, tab))).toEqual(settingsAt(tab));
  }
});

const PLACES: Record<AssistantSection, SettingPlace[]> = {
  overview: [],
  settings: ["settings", "styling"],
  conversation: ["conversation"],
  knowledge: [],
  notes: [],
  actions: [],
  sites: ["sites"],
  "after-conversation": ["afterCall"],
  privacy: ["privacy"],
  rehearsals: [],
  versions: [],
};

test.each(ASSISTANT_SECTIONS)(
  "the section %s of the page has the inputs of its settings",
  async (section) => {
    const values = NEW_ASSISTANT;
    const assistant = { _id: "a1", embedId: "e1", name: "Ada" } as unknown as Doc<"assistants">;
    const draft = {
      ...{ edited: assistant, values, saved: values, hasChanges: false },
      ...{ change: vi.fn(), discard: vi.fn() },
    };
    const { container } = render(
      <MemoryRouter>
        <Suspense>
          <SectionContent assistant={assistant} section={section} draft={draft} />
        </Suspense>
      </MemoryRouter>,
    );
    // A section is a chunk of its own.
    await act(() => vi.dynamicImportSettled());
    expect(namesIn(container)).toEqual(settingsAt(...PLACES[section]));
  },
);

test("every setting is on one section of the page", () => {
  expect(
    Object.values(PLACES)
      .flatMap((places) => settingsAt(...places))
      .toSorted(),
  ).toEqual(SETTING_NAMES.toSorted());
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
