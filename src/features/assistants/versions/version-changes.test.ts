import { expect, test } from "vitest";
import { OFFICE_HOURS } from "../../../../convex/catalog/openingHours";
import { DEFAULT_TALK, type Talk } from "../../../../convex/catalog/talk";
import { changedWords, differences, fileNote, type VersionContent } from "./version-changes";

const CONTENT: VersionContent = {
  name: "Ada",
  systemPrompt: "You answer.",
  assistantGoal: "Take an order.",
  voice: "jessica",
  widgetColor: "#3b82f6",
  widgetIcon: "mic",
  widgetSize: "medium",
};

test("what changed is named in the order of the form, each once", () => {
  expect(changedWords(["voice", "systemPrompt"])).toBe("Prompt, voice");
  expect(changedWords(["knowledgeFileId", "knowledgeFileName"])).toBe("Knowledge file");
  expect(changedWords(["a field of long ago"])).toBe("");
});

test("values are compared as people know them", () => {
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
    { label: "Color", then: "Blue", now: "Green" },
    { label: "Recording", then: "Yes", now: "No" },
    { label: "How long calls are kept", then: "For ever", now: "30 days" },
    {
      label: "Notice before a call",
      then: "None",
      now: "Language: en\nText: None\nPrivacy url: https://a.example/privacy",
    },
    { label: "Allowed websites", then: "None", now: "https://a.example\nhttps://b.example" },
    {
      label: "What to find out",
      then: "None",
      now: "Label: Way, Kind: choice, Choices: One, Two, Is required: Yes",
    },
  ]);
  expect(differences(CONTENT, { ...CONTENT, recordsCalls: true, callsKeptDays: null })).toEqual([]);
});

test("a talk that nobody had decided about is as it was by itself", () => {
  const talk = { ...DEFAULT_TALK, language: "en" as const };
  expect(differences(CONTENT, { ...CONTENT, talk })).toEqual([]);
  const closed: Talk = { ...talk, language: "de", openingHours: OFFICE_HOURS };
  const [difference] = differences(CONTENT, { ...CONTENT, talk: closed });
  expect(difference?.label).toBe("The talk");
  expect(difference?.then).toMatch(/^Language: English\n(.|\n)*\nAlways open$/);
  expect(difference?.now).toContain("Language: German");
  expect(difference?.now).toContain("Friday: 9:00 to 17:00\nSaturday: closed");
});

test("a file that is gone is said, and which one stays", () => {
  const file = (id: string) =>
    ({ knowledgeFileId: id, knowledgeFileName: `${id}.txt` }) as unknown as VersionContent;
  expect(fileNote(CONTENT, CONTENT)).toBeNull();
  expect(fileNote({ ...CONTENT, ...file("a") }, { ...CONTENT, ...file("a") })).toBeNull();
  expect(fileNote({ ...CONTENT, ...file("a") }, { ...CONTENT, ...file("b") })).toBe(
    "Its knowledge file “a.txt” is gone. Restoring keeps “b.txt”.",
  );
  expect(fileNote(CONTENT, { ...CONTENT, ...file("b") })).toContain("had no knowledge file");
  expect(fileNote({ ...CONTENT, ...file("a") }, CONTENT)).toContain("without one");
});
