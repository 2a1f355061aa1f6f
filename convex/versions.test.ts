// @vitest-environment node
import { expect, test } from "vitest";
import { saveAssistant } from "./assistants/assistants";
import { assistantContent } from "./assistants/table";
import { changedFields, contentOf } from "./assistants/versions";
import { startTest } from "./test.setup";

const CONTENT = {
  name: "Ada",
  systemPrompt: "You answer.",
  assistantGoal: "Take an order.",
  voice: "jessica",
  widgetColor: "#3b82f6",
  widgetIcon: "mic",
  widgetSize: "medium",
} as const;

test("of an assistant from before there were versions, what it was is the first", async () => {
  const t = startTest();
  const versions = await t.run(async (ctx) => {
    const ownerId = await ctx.db.insert("users", { email: "ada@example.com" });
    const made = { ...CONTENT, embedId: crypto.randomUUID(), ownerId, published: false };
    const assistantId = await ctx.db.insert("assistants", made);
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) throw new Error("It was not made");
    await saveAssistant(ctx, assistant, { ...CONTENT, name: "Grace" });
    return await ctx.db.query("assistantVersions").take(5);
  });
  expect(versions.map(({ number, content, changed }) => [number, content, changed])).toEqual([
    [1, CONTENT, []],
    [2, { ...CONTENT, name: "Grace" }, ["name"]],
  ]);
});

test("every field of the content is compared, and none beside it is kept", () => {
  for (const name of Object.keys(assistantContent)) {
    const other = { ...CONTENT, [name]: "something else" };
    expect(changedFields(CONTENT, other)).toEqual([name]);
    expect(contentOf(other)).toHaveProperty(name, "something else");
  }
  expect(contentOf({ ...CONTENT, published: true, findings: undefined } as never)).toEqual(CONTENT);
  const sent = { notice: null, callsKeptDays: null, findings: [], allowedSites: [] };
  const same = { ...CONTENT, ...sent, successWords: "", recordsCalls: true };
  expect(changedFields(CONTENT, same)).toEqual([]);
  expect(changedFields(same, { ...same, recordsCalls: false })).toEqual(["recordsCalls"]);
  const sites = { ...CONTENT, allowedSites: ["https://a.example"] };
  expect(changedFields(sites, { ...CONTENT, allowedSites: ["https://a.example"] })).toEqual([]);
});
