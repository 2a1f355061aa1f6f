// @vitest-environment node
import { expect, test } from "vitest";
import { api } from "./_generated/api";
import { MAX_ASSISTANTS_PER_OWNER, TEXT_LIMITS } from "./catalog/limits";
import { MESSAGES } from "./catalog/messages";
import { newAssistant, signedInOwner, startTest } from "./test.setup";

const { listAssistants, createAssistant, deleteAssistant } = api.assistants;

function refusal(code: string, message: string): unknown {
  return expect.objectContaining({ data: { code, message } });
}

test("a new assistant is a draft with its texts trimmed", async () => {
  const ada = await signedInOwner(startTest(), "ada@example.com");
  const id = await ada.mutation(createAssistant, { ...newAssistant(), name: "  Ada  " });
  const assistants = await ada.query(listAssistants);
  expect(assistants).toMatchObject([{ _id: id, name: "Ada", published: false }]);
});

test("the newest assistant comes first", async () => {
  const ada = await signedInOwner(startTest(), "ada@example.com");
  await ada.mutation(createAssistant, { ...newAssistant(), name: "First" });
  await ada.mutation(createAssistant, { ...newAssistant(), name: "Second" });
  const names = (await ada.query(listAssistants)).map((assistant) => assistant.name);
  expect(names).toEqual(["Second", "First"]);
});

test("owners see their own assistants only", async () => {
  const t = startTest();
  const ada = await signedInOwner(t, "ada@example.com");
  const bob = await signedInOwner(t, "bob@example.com");
  await ada.mutation(createAssistant, newAssistant());
  expect(await bob.query(listAssistants)).toEqual([]);
});

test("a visitor can neither list nor create assistants", async () => {
  const t = startTest();
  const refused = refusal("not_signed_in", MESSAGES.notSignedIn);
  await expect(t.query(listAssistants)).rejects.toEqual(refused);
  await expect(t.mutation(createAssistant, newAssistant())).rejects.toEqual(refused);
});

test("a session of a removed user is not signed in", async () => {
  const t = startTest();
  const ada = await signedInOwner(t, "ada@example.com");
  await t.run(async (ctx) => {
    for (const user of await ctx.db.query("users").take(1)) await ctx.db.delete("users", user._id);
  });
  await expect(ada.query(listAssistants)).rejects.toEqual(
    refusal("not_signed_in", MESSAGES.notSignedIn),
  );
});

test.each(["name", "systemPrompt", "assistantGoal"] as const)(
  "a blank %s is refused",
  async (field) => {
    const ada = await signedInOwner(startTest(), "ada@example.com");
    const creation = ada.mutation(createAssistant, { ...newAssistant(), [field]: " \n " });
    await expect(creation).rejects.toEqual(refusal("invalid_input", MESSAGES.fillInAssistant));
  },
);

test.each(["name", "systemPrompt", "assistantGoal"] as const)(
  "a %s may reach its limit and not pass it",
  async (field) => {
    const ada = await signedInOwner(startTest(), "ada@example.com");
    const longest = "x".repeat(TEXT_LIMITS[field]);
    await ada.mutation(createAssistant, { ...newAssistant(), [field]: ` ${longest} ` });
    const creation = ada.mutation(createAssistant, { ...newAssistant(), [field]: `${longest}x` });
    await expect(creation).rejects.toMatchObject({ data: { code: "invalid_input" } });
  },
);

test("a voice, colour, icon or size outside the catalogue is refused", async () => {
  const ada = await signedInOwner(startTest(), "ada@example.com");
  for (const stranger of [
    { voice: "hal" },
    { widgetColor: "#000000" },
    { widgetIcon: "skull" },
    { widgetSize: "huge" },
  ]) {
    const assistant = { ...newAssistant(), ...stranger } as ReturnType<typeof newAssistant>;
    await expect(ada.mutation(createAssistant, assistant)).rejects.toThrow(/Validator error/);
  }
});

test.each(["", "1", "my-bakery", "00000000-0000-0000-0000-000000000000"])(
  "a guessable embed id is refused: '%s'",
  async (embedId) => {
    const ada = await signedInOwner(startTest(), "ada@example.com");
    await expect(ada.mutation(createAssistant, { ...newAssistant(), embedId })).rejects.toEqual(
      refusal("embed_id_rejected", MESSAGES.embedIdInvalid),
    );
  },
);

test("an embed id belongs to one assistant, whoever owns it", async () => {
  const t = startTest();
  const ada = await signedInOwner(t, "ada@example.com");
  const bob = await signedInOwner(t, "bob@example.com");
  const { embedId } = newAssistant();
  await ada.mutation(createAssistant, { ...newAssistant(), embedId });
  await expect(bob.mutation(createAssistant, { ...newAssistant(), embedId })).rejects.toEqual(
    refusal("embed_id_rejected", MESSAGES.embedIdTaken),
  );
});

test("a voice assistant or knowledge file not shown to be the owner's is refused", async () => {
  const t = startTest();
  const ada = await signedInOwner(t, "ada@example.com");
  const knowledgeFileId = await t.run(async (ctx) => await ctx.storage.store(new Blob(["secret"])));
  const withVoice = { ...newAssistant(), voiceAssistantId: "someone-elses" };
  const withFile = { ...newAssistant(), knowledgeFileId, knowledgeFileName: "secret.txt" };
  await expect(ada.mutation(createAssistant, withVoice)).rejects.toEqual(
    refusal("not_yours", MESSAGES.voiceAssistantUnknown),
  );
  await expect(ada.mutation(createAssistant, withFile)).rejects.toEqual(
    refusal("not_yours", MESSAGES.knowledgeFileUnknown),
  );
});

test("an owner at the limit is told so, and has room again after a deletion", async () => {
  const ada = await signedInOwner(startTest(), "ada@example.com");
  const ids = [];
  for (let i = 0; i < MAX_ASSISTANTS_PER_OWNER; i++) {
    ids.push(await ada.mutation(createAssistant, newAssistant()));
  }
  await expect(ada.mutation(createAssistant, newAssistant())).rejects.toEqual(
    refusal("assistant_limit", MESSAGES.tooManyAssistants),
  );
  const [first] = ids;
  if (first !== undefined) await ada.mutation(deleteAssistant, { assistantId: first });
  await ada.mutation(createAssistant, newAssistant());
  expect(await ada.query(listAssistants)).toHaveLength(MAX_ASSISTANTS_PER_OWNER);
});

test("a deleted assistant is gone, and deleting it again says so", async () => {
  const ada = await signedInOwner(startTest(), "ada@example.com");
  const assistantId = await ada.mutation(createAssistant, newAssistant());
  await ada.mutation(deleteAssistant, { assistantId });
  expect(await ada.query(listAssistants)).toEqual([]);
  await expect(ada.mutation(deleteAssistant, { assistantId })).rejects.toEqual(
    refusal("assistant_not_found", MESSAGES.assistantNotFound),
  );
});

test("nobody can delete another owner's assistant, or learn that it exists", async () => {
  const t = startTest();
  const ada = await signedInOwner(t, "ada@example.com");
  const bob = await signedInOwner(t, "bob@example.com");
  const assistantId = await ada.mutation(createAssistant, newAssistant());
  await expect(bob.mutation(deleteAssistant, { assistantId })).rejects.toEqual(
    refusal("assistant_not_found", MESSAGES.assistantNotFound),
  );
  await expect(t.mutation(deleteAssistant, { assistantId })).rejects.toEqual(
    refusal("not_signed_in", MESSAGES.notSignedIn),
  );
  expect(await ada.query(listAssistants)).toHaveLength(1);
});
