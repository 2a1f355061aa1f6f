import { expect, test } from "vitest";
import { OFFICE_HOURS } from "../../../../convex/shared/openingHours";
import { DEFAULT_CONVERSATION, type Conversation } from "../../../../convex/shared/conversation";
import { labelsOf, differences, fileNote, type VersionContent } from "./version-changes";

const CONTENT: VersionContent = {
  name: "Ada",
  systemPrompt: "You answer.",
  assistantGoal: "Take an order.",
  voice: "jessica",
  widgetColor: "#3b82f6",
  widgetIcon: "mic",
  widgetSize: "medium",
};

test("what changed is listed in the order of the form, each label once", () => {
  expect(labelsOf(["voice", "systemPrompt"])).toBe("System prompt, voice");
  expect(labelsOf(["knowledgeFileId", "knowledgeFileName"])).toBe("Knowledge file");
  expect(labelsOf(["a field that no longer exists"])).toBe("");
});

test("values are compared in the words that people know", () => {
  const now: VersionContent = {
    ...CONTENT,
    voice: "sarah",
    widgetColor: "#10b981",
    callsKeptDays: 30,
    recordsCalls: false,
    allowedSites: ["https://a.example", "https://b.example"],
    notice: { language: "en", text: null, privacyUrl: "https://a.example/privacy" },
    findings: [{ label: "Way", kind: "choice", choices: ["One", "Two"], isRequired: true }],
  };
  expect(differences(CONTENT, now)).toEqual([
    { label: "Voice", then: "Jessica", now: "Sarah" },
    { label: "Colour", then: "Blue", now: "Green" },
    { label: "Allowed sites", then: "None", now: "https://a.example\nhttps://b.example" },
    {
      label: "Information to collect",
      then: "None",
      now: "Way: One / Two, required",
    },
    { label: "Record calls", then: "Yes", now: "No" },
    { label: "Keep calls", then: "Forever", now: "30 days" },
    {
      label: "Notice before the first call",
      then: "None",
      now: "Language: English\nText: Default text\nPrivacy page: https://a.example/privacy",
    },
  ]);
  expect(differences(CONTENT, { ...CONTENT, recordsCalls: true, callsKeptDays: null })).toEqual([]);
});

test("an assistant without conversation settings is compared by their defaults", () => {
  const talk = { ...DEFAULT_CONVERSATION, language: "en" as const };
  expect(differences(CONTENT, { ...CONTENT, talk })).toEqual([]);
  const closed: Conversation = { ...talk, language: "de", openingHours: OFFICE_HOURS };
  const [difference] = differences(CONTENT, { ...CONTENT, talk: closed });
  expect(difference?.label).toBe("Conversation");
  expect(difference?.then).toMatch(/^Language: English\n(.|\n)*\nOpening hours: Always open\n/);
  expect(difference?.now).toContain("Language: German");
  expect(difference?.now).toContain("Friday: 9:00 to 17:00\nSaturday: closed");
});

test("a note says that the knowledge file is gone, and which one stays", () => {
  const file = (id: string) =>
    ({ knowledgeFileId: id, knowledgeFileName: `${id}.txt` }) as unknown as VersionContent;
  expect(fileNote(CONTENT, CONTENT)).toBeNull();
  expect(fileNote({ ...CONTENT, ...file("a") }, { ...CONTENT, ...file("a") })).toBeNull();
  expect(fileNote({ ...CONTENT, ...file("a") }, { ...CONTENT, ...file("b") })).toBe(
    "This version's knowledge file “a.txt” no longer exists. Restoring it keeps “b.txt”.",
  );
  expect(fileNote(CONTENT, { ...CONTENT, ...file("b") })).toContain("had no knowledge file");
  expect(fileNote({ ...CONTENT, ...file("a") }, CONTENT)).toContain("without a file");
});
