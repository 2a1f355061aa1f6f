/** Changes that wait for the owner's review: what visitors get meanwhile, and how the changes go live. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { REFUSALS } from "../../convex/shared/messages";
import { fetchPageToken } from "../fixtures/page-token.ts";
import { callApi, newKey } from "./api-client.ts";
import { DAY_MS, MINUTE_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { ownedBy } from "./owned.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { readAnswer, type } from "./typed.ts";
import { uploadFile } from "./upload.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";

const { embedId: _, ...CONTENT } = newAssistant();
const RYE = { systemPrompt: "You sell only rye bread.", widgetColor: "#ef4444" } as const;

onEachBillingBackend((world) => {
  let opened: Awaited<ReturnType<typeof openVoice>> | undefined;
  beforeAll(async () => {
    opened = await openVoice(world());
  });
  afterAll(() => opened?.close());

  async function ownAssistant(content: object = {}) {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId, voiceAssistantId } = await createAssistant(owner, content);
    const read = { assistantId };
    const before = { ...CONTENT, ...content };
    return {
      ...{ owner, assistantId, embedId },
      save: (changed: object = {}) =>
        owner.mutation(api.assistants.updateAssistant, { ...before, assistantId, ...changed }),
      review: (isOn: boolean) => owner.mutation(api.drafts.setReview, { assistantId, isOn }),
      toggle: () => owner.mutation(api.assistants.togglePublishAssistant, read),
      live: () => owner.query(api.assistants.getAssistant, read),
      draft: () => owner.query(api.drafts.getDraft, read),
      /** The draft as an owner has it on the screen. */
      seen: async () => {
        const draftId = must(await owner.query(api.drafts.getDraft, read), "draft").id;
        return { assistantId, draftId };
      },
      versions: async () => {
        const paginationOpts = { cursor: null, numItems: 25 };
        return (await owner.query(api.versions.pageVersions, { assistantId, paginationOpts })).page;
      },
      button: () => world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId }),
      atPlatform: async () => {
        await world().settle();
        const { body } = await must(opened, "platform").world.atPlatform(
          `/assistant/${voiceAssistantId}`,
        );
        return JSON.stringify(body);
      },
    };
  }

  /** Published, with reviews on. */
  async function reviewed(content: object = {}) {
    const own = await ownAssistant(content);
    await own.toggle();
    await own.review(true);
    return own;
  }

  test("by default what is saved is live at once", async () => {
    const { save, toggle, live, draft } = await ownAssistant();
    await toggle();
    await save(RYE);
    expect(await live()).toMatchObject(RYE);
    expect(await draft()).toBeNull();
  });

  // T130: docs/security.md
  test("a saved change waits: button, calls, chats and the voice service have what is live until it is published", async () => {
    const { owner, embedId, save, live, draft, seen, versions, button, atPlatform } =
      await reviewed();
    const before = await live();
    await save(RYE);
    const saved = must(await draft(), "draft");
    expect(saved.changed).toEqual(["systemPrompt", "widgetColor"]);
    expect(saved.edited).toMatchObject({ ...RYE, name: "Ada", published: true });
    expect(await live()).toEqual({ ...before, review: { draftId: saved.id } });
    expect(await button()).toMatchObject({ widgetColor: "#3b82f6" });
    expect(await atPlatform()).not.toContain("rye");
    expect(await versions()).toHaveLength(1);

    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const answer = await postCall(world(), embedId, embedId, { pageToken });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    const { body: call } = await must(opened, "platform").world.atPlatform(`/call/${id}`);
    expect(JSON.stringify(call)).not.toContain("rye");
    const typed = await readAnswer(
      await type(
        world(),
        { bearer: embedId, embedId },
        { text: "When do you open?", pageToken: await fetchPageToken(world().siteUrl, embedId) },
      ),
    );
    expect(typed).toMatchObject({ status: 200 });

    expect(await owner.mutation(api.drafts.publishDraft, await seen())).toBe(true);
    expect(await draft()).toBeNull();
    expect(await live()).toMatchObject({ ...RYE, review: { draftId: null } });
    expect(await button()).toMatchObject({ widgetColor: "#ef4444" });
    expect(await atPlatform()).toContain("You sell only rye bread.");
    expect((await versions())[0]).toMatchObject({
      number: 2,
      changed: ["systemPrompt", "widgetColor"],
    });
  });

  test("a change that is saved a second time adds to the first, and one that is taken back leaves no draft", async () => {
    const { save, draft } = await reviewed();
    await save(RYE);
    await save({ ...RYE, name: "Grace" });
    expect(await draft()).toMatchObject({ changed: ["name", "systemPrompt", "widgetColor"] });
    const { id } = must(await draft(), "draft");
    await save({ ...RYE, name: "Grace" });
    expect(await draft()).toMatchObject({ id });
    await save();
    expect(await draft()).toBeNull();
    expect(await world().rows("assistantDrafts")).toEqual([]);
  });

  test("settings that break a rule are refused when they are saved, not when they are published", async () => {
    const { save, draft } = await reviewed();
    await expect(save({ name: " " })).rejects.toMatchObject({ data: { code: "invalid_input" } });
    expect(await draft()).toBeNull();
  });

  test("discarding goes back to what is live", async () => {
    const { owner, save, live, draft, seen } = await reviewed();
    const before = await live();
    await save(RYE);
    const draftId = await seen();
    expect(await owner.mutation(api.drafts.discardDraft, draftId)).toBe(true);
    expect(await draft()).toBeNull();
    expect(await live()).toEqual(before);
    // Pressing twice is harmless.
    expect(await owner.mutation(api.drafts.discardDraft, draftId)).toBe(false);
    expect(await owner.mutation(api.drafts.publishDraft, draftId)).toBe(false);
    expect(await live()).toEqual(before);
  });

  test("publishing twice makes one version", async () => {
    const { owner, save, seen, versions } = await reviewed();
    await save(RYE);
    const draftId = await seen();
    const press = () => owner.mutation(api.drafts.publishDraft, draftId);
    expect((await Promise.all([press(), press()])).sort()).toEqual([false, true]);
    expect(await versions()).toHaveLength(2);
  });

  // T130: docs/security.md
  test("only the changes that the owner has seen are published or discarded", async () => {
    const { owner, save, live, draft, seen } = await reviewed();
    await save(RYE);
    const old = await seen();
    // Another tab saves meanwhile.
    await save({ ...RYE, name: "Grace" });
    const refused = refusal("draft_changed", REFUSALS.draftChanged);
    await expect(owner.mutation(api.drafts.publishDraft, old)).rejects.toEqual(refused);
    await expect(owner.mutation(api.drafts.discardDraft, old)).rejects.toEqual(refused);
    expect(await live()).toMatchObject({ name: "Ada" });
    expect(await draft()).toMatchObject({ changed: ["name", "systemPrompt", "widgetColor"] });
  });

  // T12: docs/security.md
  test("nobody reads, publishes or discards somebody else's changes", async () => {
    const { save, seen, live } = await reviewed();
    await save(RYE);
    const draft = await seen();
    const other = await reviewed();
    await other.save({ name: "Grace" });
    const { assistantId } = draft;
    const refused = { data: { code: "assistant_not_found" } };
    const { owner: stranger } = other;
    await expect(stranger.query(api.drafts.getDraft, { assistantId })).rejects.toMatchObject(
      refused,
    );
    for (const press of [api.drafts.publishDraft, api.drafts.discardDraft]) {
      await expect(stranger.mutation(press, draft)).rejects.toMatchObject(refused);
      // Their own assistant with the other's draft.
      await expect(
        stranger.mutation(press, { ...draft, assistantId: other.assistantId }),
      ).rejects.toEqual(refusal("draft_changed", REFUSALS.draftChanged));
    }
    expect(await live()).toMatchObject({ review: { draftId: draft.draftId } });
  });

  test("an assistant that is not published is saved in place", async () => {
    const { review, save, live, draft } = await ownAssistant();
    await review(true);
    await save(RYE);
    expect(await live()).toMatchObject(RYE);
    expect(await draft()).toBeNull();
  });

  test("unpublishing and publishing again keeps what waits, and makes nothing live", async () => {
    const { toggle, save, live, draft, button } = await reviewed();
    await save(RYE);
    expect(await toggle()).toBe(false);
    // What is saved meanwhile waits too.
    await save({ ...RYE, name: "Grace" });
    expect(await live()).toMatchObject({ name: "Ada", widgetColor: "#3b82f6" });
    expect(await toggle()).toBe(true);
    expect(await button()).toMatchObject({ name: "Ada", widgetColor: "#3b82f6" });
    expect(await draft()).toMatchObject({ changed: ["name", "systemPrompt", "widgetColor"] });
  });

  test("changes wait and can be published while the plan has ended", async () => {
    const { owner, save, seen, live, button } = await reviewed();
    await owner.action(api.subscriptions.cancelSubscription, {});
    await world().advance(8 * DAY_MS);
    expect(await button()).toBeNull();
    await save(RYE);
    expect(await live()).toMatchObject({ widgetColor: "#3b82f6" });
    expect(await owner.mutation(api.drafts.publishDraft, await seen())).toBe(true);
    expect(await live()).toMatchObject(RYE);
  });

  test("reviews are switched off only once nothing waits", async () => {
    const { owner, review, save, seen, live } = await reviewed();
    await review(true);
    await save(RYE);
    await review(true);
    const draft = await seen();
    await expect(review(false)).rejects.toEqual(refusal("draft_exists", REFUSALS.draftExists));
    await owner.mutation(api.drafts.discardDraft, draft);
    await review(false);
    await review(false);
    expect(await live()).not.toHaveProperty("review");
    await save(RYE);
    expect(await live()).toMatchObject(RYE);
  });

  test("restoring a version makes changes that wait, in place of those that waited, and the new version names it", async () => {
    const { owner, save, seen, live, draft, versions } = await reviewed();
    const notice = { language: "en", text: "You talk with an AI.", privacyUrl: null } as const;
    await save({ notice });
    expect(await draft()).toMatchObject({ changed: ["notice"], asksToAgree: true });
    await owner.mutation(api.drafts.publishDraft, await seen());
    await save(RYE);
    const [, first] = await versions();
    await owner.mutation(api.versions.restoreVersion, { versionId: must(first, "version 1").id });
    const restored = { changed: ["notice"], restoredNumber: 1, asksToAgree: false };
    expect(await draft()).toMatchObject(restored);
    expect(await live()).toMatchObject({ notice });
    await owner.mutation(api.drafts.publishDraft, await seen());
    expect(await live()).not.toHaveProperty("notice");
    expect((await versions())[0]).toMatchObject({ number: 3, restoredNumber: 1 });
  });

  test("a restored version that was edited afterwards is no longer called restored", async () => {
    const { owner, save, draft, seen, versions } = await reviewed();
    await save({ name: "Grace" });
    await owner.mutation(api.drafts.publishDraft, await seen());
    const versionId = must((await versions())[1], "version 1").id;
    await owner.mutation(api.versions.restoreVersion, { versionId });
    await save(RYE);
    expect(await draft()).toMatchObject({ restoredNumber: null });
  });

  test("a knowledge file is live at once, and the rest of the form waits", async () => {
    const { owner, save, live, draft, seen } = await reviewed();
    const knowledgeFileId = await uploadFile(owner, "We bake at six.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const { widgetColor: _color, widgetIcon: _icon, widgetSize: _size, ...spoken } = CONTENT;
    await owner.action(api.assistants.createVoiceAssistant, { ...spoken, ...file });
    await save({ ...RYE, ...file });
    expect(await live()).toMatchObject({ ...file, widgetColor: "#3b82f6" });
    expect(await draft()).toMatchObject({ changed: ["systemPrompt", "widgetColor"] });
    await owner.mutation(api.drafts.publishDraft, await seen());
    expect(await live()).toMatchObject({ ...file, ...RYE });
    // Removing it is live at once too.
    await save(RYE);
    expect(await live()).not.toHaveProperty("knowledgeFileId");
    expect(await draft()).toBeNull();
  });

  test("removing the daily limit is live at once, and publishing older changes does not bring it back", async () => {
    const talk = { ...DEFAULT_CONVERSATION, minutesADay: 5 };
    const { owner, assistantId, save, live, seen, draft } = await reviewed({ talk });
    await save({ ...RYE, talk: { ...talk, greeting: "Rye, hello!" } });
    await owner.mutation(api.assistants.removeDailyLimit, { assistantId });
    expect(await live()).toMatchObject({ talk: { minutesADay: null, greeting: null } });
    await owner.mutation(api.drafts.publishDraft, await seen());
    expect(await live()).toMatchObject({ talk: { minutesADay: null, greeting: "Rye, hello!" } });

    // If nothing else has changed, nothing waits any more.
    await save({ ...RYE, talk });
    await owner.mutation(api.drafts.publishDraft, await seen());
    await save({ ...RYE, talk: { ...talk, minutesADay: null } });
    await owner.mutation(api.assistants.removeDailyLimit, { assistantId });
    expect(await draft()).toBeNull();
  });

  test("calls are deleted after fewer days only once that is published", async () => {
    const { owner, embedId, save, seen } = await reviewed();
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    await postCall(world(), embedId, embedId, { pageToken });
    const call = async () => {
      await world().settle();
      const calls = await world().rows("calls");
      return must(
        calls.find(({ ownerId }) => ownerId === owner.userId),
        "call",
      );
    };
    await save({ callsKeptDays: 30 });
    expect(await call()).not.toHaveProperty("deleteAtMs");
    await owner.mutation(api.drafts.publishDraft, await seen());
    const { deleteAtMs, createdAtMs } = await call();
    expect(deleteAtMs).toBe(createdAtMs + 30 * DAY_MS);
  });

  test("the API returns what is live, and says whether changes wait", async () => {
    const { owner, assistantId, save } = await reviewed();
    const key = await newKey(owner);
    const read = async () =>
      (await callApi(world(), `/assistants/${assistantId}?include=systemPrompt`, key)).body;
    expect(await read()).toMatchObject({ hasDraft: false });
    await save(RYE);
    expect(await read()).toMatchObject({
      hasDraft: true,
      systemPrompt: CONTENT.systemPrompt,
      widget: { color: "#3b82f6" },
    });
  });

  test("an owner tests what waits, and visitors cannot", async () => {
    const { owner, embedId, save, draft } = await reviewed();
    await save(RYE);
    const { edited } = must(await draft(), "draft");
    const { name, systemPrompt, assistantGoal, voice } = edited;
    const unsaved = { name, systemPrompt, assistantGoal, voice };
    await world().advance(MINUTE_MS);
    const answer = await postCall(world(), await owner.token(), embedId, { unsaved });
    const { id } = (await answer.json()) as { id: string };
    const { body: call } = await must(opened, "platform").world.atPlatform(`/call/${id}`);
    expect(JSON.stringify(call.assistantOverrides)).toContain("You sell only rye bread.");
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const visitors = await postCall(world(), embedId, embedId, { pageToken, unsaved });
    const { id: visitorsId } = (await visitors.json()) as { id: string };
    const { body } = await must(opened, "platform").world.atPlatform(`/call/${visitorsId}`);
    expect(JSON.stringify(body)).not.toContain("rye");
  });

  test("what waits is exported, and deleted with the assistant and with the account", async () => {
    const { owner, assistantId, save } = await reviewed();
    await save(RYE);
    const { text } = await owner.query(api.account.exportAccount, {});
    expect(JSON.parse(text)).toMatchObject({ assistantDrafts: [{ assistantId, content: RYE }] });
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    expect((await ownedBy(world(), owner.userId)).assistantDrafts).toBeUndefined();

    const second = await reviewed();
    await second.save(RYE);
    await second.owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect((await ownedBy(world(), second.owner.userId)).assistantDrafts).toBeUndefined();
  });
});
