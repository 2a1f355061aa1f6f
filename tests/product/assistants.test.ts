import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { v, type Validator } from "convex/values";
import { api } from "../../convex/_generated/api";
import { EVERY_SETTING } from "../../convex/assistants/specDigest";
import { assistantContent } from "../../convex/assistants/table";
import { MAX_ASSISTANTS_PER_OWNER, TEXT_LIMITS } from "../../convex/shared/limits";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { SILENT_PLATFORM } from "./talk.ts";
import { uploadFile } from "./upload.ts";
import { onEachBackend } from "./world.ts";

type GenericValidator = Validator<unknown, "optional" | "required", string>;

const { listAssistants, getAssistant, createAssistant, updateAssistant, deleteAssistant } =
  api.assistants;

const MINUTE_MS = 60_000;
const TEXTS = ["name", "systemPrompt", "assistantGoal"] as const;
const notFound = refusal("assistant_not_found", MESSAGES.assistantNotFound);
const notSignedIn = refusal("not_signed_in", MESSAGES.notSignedIn);

/** The fields of a save; the embed ID is set at creation. */
function contentOf({ embedId, ...content }: ReturnType<typeof newAssistant>) {
  return content;
}

/** The paths of all texts that a validator accepts. */
function textsIn(validator: GenericValidator): string[][] {
  switch (validator.kind) {
    case "string":
      return [[]];
    case "union":
      return validator.members.flatMap(textsIn);
    case "array":
      return textsIn(validator.element).map((path) => ["0", ...path]);
    case "object":
      return Object.entries(validator.fields).flatMap(([name, field]) =>
        textsIn(field).map((path) => [name, ...path]),
      );
    default:
      return [];
  }
}

function put(into: object, [name = "", ...path]: string[], value: string): void {
  const fields = into as Record<string, unknown>;
  if (path.length === 0) fields[name] = value;
  else {
    const inner = structuredClone(must(fields[name], name)) as object;
    fields[name] = inner;
    put(inner, path, value);
  }
}

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  test("a new assistant is a draft, and its texts are trimmed", async () => {
    const owner = await world().signUp();
    const id = await owner.mutation(createAssistant, { ...newAssistant(), name: "  Ada  " });
    const assistants = await owner.query(listAssistants, {});
    expect(assistants).toMatchObject([{ _id: id, name: "Ada", published: false }]);
    expect(await owner.query(getAssistant, { assistantId: id })).toEqual(assistants[0]);
  });

  test("the newest assistant comes first", async () => {
    const owner = await world().signUp();
    await owner.mutation(createAssistant, { ...newAssistant(), name: "First" });
    await owner.mutation(createAssistant, { ...newAssistant(), name: "Second" });
    const names = (await owner.query(listAssistants, {})).map((assistant) => assistant.name);
    expect(names).toEqual(["Second", "First"]);
  });

  test.each(TEXTS)("a blank %s is refused, on creation and on saving", async (field) => {
    const owner = await world().signUp();
    const assistantId = await owner.mutation(createAssistant, newAssistant());
    const refused = refusal("invalid_input", MESSAGES.fillInAssistant);
    const blank = { ...newAssistant(), [field]: " \n " };
    await expect(owner.mutation(createAssistant, blank)).rejects.toEqual(refused);
    const save = owner.mutation(updateAssistant, { ...contentOf(blank), assistantId });
    await expect(save).rejects.toEqual(refused);
  });

  test.each(TEXTS)("a %s may be as long as its limit and no longer", async (field) => {
    const owner = await world().signUp();
    const longest = "x".repeat(TEXT_LIMITS[field]);
    await owner.mutation(createAssistant, { ...newAssistant(), [field]: ` ${longest} ` });
    const creation = owner.mutation(createAssistant, { ...newAssistant(), [field]: `${longest}x` });
    await expect(creation).rejects.toMatchObject({ data: { code: "invalid_input" } });
  });

  test.each(textsIn(v.object(assistantContent)).map((path) => [path.join("."), path]))(
    "the text %s has a limit",
    async (_, path) => {
      const owner = await world().signUp();
      const knowledgeFileId = await uploadFile(owner, "Open from nine to five.");
      const knowledgeFileName = "hours.txt";
      const file = { ownerId: owner.userId, storageId: knowledgeFileId, assistantId: null };
      await world().insert("knowledgeFiles", [{ ...file, name: knowledgeFileName }]);
      const full = () => ({
        ...{ ...newAssistant(), talk: EVERY_SETTING, allowedSites: ["https://shop.example"] },
        ...{ knowledgeFileId, knowledgeFileName, successWords: "An order." },
        notice: { language: "en" as const, text: "We record.", privacyUrl: "https://a.example/" },
        findings: [
          { label: "Size", kind: "choice" as const, choices: ["S", "L"], isRequired: true },
        ],
      });
      const long = full();
      put(long, path, "x".repeat(30_000));
      await expect(owner.mutation(createAssistant, long)).rejects.toMatchObject({
        data: { code: expect.any(String) as string },
      });
      await owner.mutation(createAssistant, full());
    },
  );

  test("an unknown voice, colour, icon or size is refused", async () => {
    const owner = await world().signUp();
    for (const stranger of [
      { voice: "hal" },
      { widgetColor: "#000000" },
      { widgetIcon: "skull" },
      { widgetSize: "huge" },
    ]) {
      const assistant = { ...newAssistant(), ...stranger } as ReturnType<typeof newAssistant>;
      await expect(owner.mutation(createAssistant, assistant)).rejects.toThrow(/Validat/);
    }
  });

  test.each(["", "1", "my-bakery", "00000000-0000-0000-0000-000000000000"])(
    "an embed ID that can be guessed is refused: '%s'",
    async (embedId) => {
      const owner = await world().signUp();
      await expect(owner.mutation(createAssistant, { ...newAssistant(), embedId })).rejects.toEqual(
        refusal("embed_id_rejected", REFUSALS.embedIdInvalid),
      );
    },
  );

  test("an embed ID belongs to one assistant, whoever owns it", async () => {
    const [ada, bob] = [await world().signUp(), await world().signUp()];
    const { embedId } = newAssistant();
    await ada.mutation(createAssistant, { ...newAssistant(), embedId });
    await expect(bob.mutation(createAssistant, { ...newAssistant(), embedId })).rejects.toEqual(
      refusal("embed_id_rejected", REFUSALS.embedIdTaken),
    );
  });

  test("an owner at the limit of assistants is told so, and can create one again after deleting one", async () => {
    const owner = await world().signUp();
    const ids = [];
    for (let i = 0; i < MAX_ASSISTANTS_PER_OWNER; i++) {
      if (i % 50 === 0) await world().advance(MINUTE_MS);
      ids.push(await owner.mutation(createAssistant, newAssistant()));
    }
    await expect(owner.mutation(createAssistant, newAssistant())).rejects.toEqual(
      refusal("assistant_limit", REFUSALS.tooManyAssistants),
    );
    for (const assistantId of ids.slice(0, 1))
      await owner.mutation(deleteAssistant, { assistantId });
    await owner.mutation(createAssistant, newAssistant());
    expect(await owner.query(listAssistants, {})).toHaveLength(MAX_ASSISTANTS_PER_OWNER);
  });

  test("an owner who saves too often is asked to wait", async () => {
    const owner = await world().signUp();
    const assistantId = await owner.mutation(createAssistant, newAssistant());
    const save = () =>
      owner.mutation(updateAssistant, { ...contentOf(newAssistant()), assistantId });
    const saves = Promise.all(Array.from({ length: 80 }, save));
    await expect(saves).rejects.toEqual(refusal("too_many_requests", MESSAGES.tooManyRequests));
    await world().advance(MINUTE_MS);
    await save();
  });

  test("a saved assistant has the new texts, trimmed, and keeps its embed ID", async () => {
    const owner = await world().signUp();
    const assistant = newAssistant();
    const assistantId = await owner.mutation(createAssistant, assistant);
    const content = { ...contentOf(assistant), name: " Grace ", widgetSize: "large" as const };
    await owner.mutation(updateAssistant, { ...content, assistantId });
    expect(await owner.query(getAssistant, { assistantId })).toMatchObject({
      name: "Grace",
      widgetSize: "large",
      embedId: assistant.embedId,
    });
  });

  test("a deleted assistant is gone, and deleting it again reports that", async () => {
    const owner = await world().signUp();
    const assistantId = await owner.mutation(createAssistant, newAssistant());
    await owner.mutation(deleteAssistant, { assistantId });
    expect(await owner.query(listAssistants, {})).toEqual([]);
    await expect(owner.mutation(deleteAssistant, { assistantId })).rejects.toEqual(notFound);
  });

  test("nobody can read, save or delete another owner's assistant, or learn that it exists", async () => {
    const [ada, bob] = [await world().signUp(), await world().signUp()];
    const assistantId = await ada.mutation(createAssistant, newAssistant());
    const save = { ...contentOf(newAssistant()), assistantId };
    for (const [caller, refused] of [
      [bob, notFound],
      [world().visitor, notSignedIn],
    ] as const) {
      await expect(caller.query(getAssistant, { assistantId })).rejects.toEqual(refused);
      await expect(caller.mutation(updateAssistant, save)).rejects.toEqual(refused);
      await expect(caller.mutation(deleteAssistant, { assistantId })).rejects.toEqual(refused);
    }
    expect(await bob.query(listAssistants, {})).toEqual([]);
    expect(await ada.query(listAssistants, {})).toHaveLength(1);
  });
});
