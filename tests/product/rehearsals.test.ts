/** Rehearsals against the local voice platform: what is rehearsed, what comes of it, and what it takes to publish. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isRecognizerMissing } from "@hark/vapi-stand-in/hearing/test-recognizer";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { REHEARSAL_REFUSALS, UNCLEAR_REASONS } from "../../convex/shared/rehearsals";
import { ownedBy } from "./owned.ts";
import { opened } from "../opened.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { createAssistant, openVoice } from "./voice-world.ts";

const { embedId: _, ...CONTENT } = newAssistant();
const HOURS = "On Saturdays we are open from eight to noon.";
const OPEN = { ...CONTENT, systemPrompt: `You answer for a bakery. ${HOURS}` };
const BAKERY = { ...CONTENT, systemPrompt: "Our opening hours are from nine to five." };
const CLOSED = { ...OPEN, systemPrompt: "You answer for a bakery. On Saturdays we are closed." };

/** The attempts to start a rehearsal end after three minutes, and those to read its results after half an hour. */
const START_MS = 3 * 60_000;
const READ_MS = 30 * 60_000;

const rehearsal = (changed: object = {}) => ({
  situation: "“When are you open on Saturdays?”",
  must: ["says “eight to noon”"],
  mustNot: ["says “closed”"],
  isCondition: false,
  ...changed,
});

onEachBillingBackend((world) => {
  const voice = opened(() => openVoice(world(), "built-in"));

  async function ownAssistant(content: object = OPEN) {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId } = await createAssistant(owner, content);
    const own = { assistantId };
    const list = () => owner.query(api.rehearsals.list, own);
    return {
      ...{ owner, assistantId, list },
      add: (...rehearsals: ReturnType<typeof rehearsal>[]) =>
        owner.mutation(api.rehearsals.add, { ...own, rehearsals }),
      save: (changed: object) =>
        owner.mutation(api.assistants.updateAssistant, { ...OPEN, ...own, ...changed }),
      run: async (options: { inVoice?: boolean } = {}) => {
        const ids = (await list()).rehearsals.map(({ _id }) => _id);
        await owner.mutation(api.rehearsals.run, { ...own, rehearsalIds: ids, ...options });
        await world().settle();
        return (await list()).rehearsals.map(({ result }) => result);
      },
      live: () => owner.query(api.assistants.getAssistant, own),
      draft: () => owner.query(api.drafts.getDraft, own),
      seen: async () => ({
        ...own,
        draftId: must(await owner.query(api.drafts.getDraft, own), "draft").id,
      }),
    };
  }

  /** Published, with reviews on. */
  async function reviewed() {
    const own = await ownAssistant();
    const { owner, assistantId } = own;
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    await owner.mutation(api.drafts.setReview, { assistantId, isOn: true });
    return own;
  }

  test("a rehearsal shows what was said and whether it was as expected", async () => {
    const { add, run, list } = await ownAssistant();
    await add(rehearsal(), rehearsal({ must: ["says “at midnight”"] }));
    const [passed, failed] = await run();
    expect(passed).toMatchObject({
      ...{ state: "passed", isOutdated: false, reason: null },
      checks: [
        { kind: "must", text: "says “eight to noon”", isMet: true },
        { kind: "mustNot", text: "says “closed”", isMet: true },
      ],
    });
    const lines = must(passed, "result").lines;
    expect(lines).toContainEqual({ role: "user", text: "When are you open on Saturdays?" });
    expect(
      lines.find(({ role, text }) => role === "assistant" && text.includes(HOURS)),
    ).toBeDefined();
    expect(failed).toMatchObject({ state: "failed", checks: [{ isMet: false }, { isMet: true }] });
    expect(await list()).toMatchObject({ use: { used: 2, allowed: 200 }, isRunning: false });
    expect(await world().rows("rehearsalRuns")).toEqual([]);
  });

  test("the changes that wait are rehearsed, and a result is marked once they change", async () => {
    const { add, run, save, list } = await reviewed();
    await add(rehearsal());
    expect(await run()).toMatchObject([{ state: "passed" }]);
    await save(CLOSED);
    expect((await list()).rehearsals).toMatchObject([{ result: { isOutdated: true } }]);
    expect(await run()).toMatchObject([{ state: "failed", isOutdated: false }]);
  });

  // T129: docs/security.md
  test("changes go live only if the conditions pass, unless the owner says otherwise", async () => {
    const { owner, add, save, seen, live, draft } = await reviewed();
    await add(rehearsal({ isCondition: true }), rehearsal({ must: ["says “at midnight”"] }));
    await save(CLOSED);
    const refused = refusal("rehearsals_not_passed", REHEARSAL_REFUSALS.conditionsFailed);
    await expect(owner.mutation(api.drafts.publishDraft, await seen())).rejects.toEqual(refused);
    await owner.mutation(api.rehearsals.publishIfPassed, await seen());
    await world().settle();
    expect(await live()).toMatchObject({ systemPrompt: OPEN.systemPrompt });
    await expect(owner.mutation(api.drafts.publishDraft, await seen())).rejects.toEqual(refused);

    const better = { systemPrompt: `You answer for a bakery in Bern. ${HOURS}` };
    await save(better);
    await owner.mutation(api.rehearsals.publishIfPassed, await seen());
    await world().settle();
    expect(await live()).toMatchObject(better);
    expect(await draft()).toBeNull();

    await save({ ...better, ...CLOSED });
    const anyway = { ...(await seen()), despiteRehearsals: true };
    expect(await owner.mutation(api.drafts.publishDraft, anyway)).toBe(true);
    expect(await live()).toMatchObject({ systemPrompt: CLOSED.systemPrompt });
  });

  // T129: docs/security.md
  test("an action does nothing in a rehearsal, and the assistant goes on as if it had", async () => {
    const { owner, assistantId, add, run } = await ownAssistant();
    await owner.mutation(api.actions.save, {
      ...{ assistantId, name: "Book a table", description: "Books a table for guests." },
      changesSomething: true,
      work: {
        ...{ kind: "http", method: "POST", url: "https://tables.example.com/" },
        ...{ headers: [], parameters: [] },
      },
    });
    await add(rehearsal({ situation: "“Book a table, please.”", must: ["says “rehearsal”"] }));
    expect(await run()).toMatchObject([{ state: "passed" }]);
    expect(await world().rows("actionRuns")).toEqual([]);
  });

  test("changes that are edited while they are rehearsed do not go live", async () => {
    const { owner, add, save, seen, live } = await reviewed();
    await add(rehearsal({ isCondition: true }));
    await save({ name: "Grace" });
    await owner.mutation(api.rehearsals.publishIfPassed, await seen());
    await save({ name: "Mallory" });
    await world().settle();
    expect(await live()).toMatchObject({ name: "Ada" });
  });

  test("rehearsals that passed stay passed when the changes are published", async () => {
    const { owner, add, save, seen, list } = await reviewed();
    await add(rehearsal({ isCondition: true }));
    await save({ name: "Grace" });
    await owner.mutation(api.rehearsals.publishIfPassed, await seen());
    await world().settle();
    expect((await list()).rehearsals).toMatchObject([
      { result: { state: "passed", isOutdated: false } },
    ]);
  });

  test("what is not allowed by the plan is refused before anything runs", async () => {
    const { owner, assistantId, add, run, list } = await ownAssistant();
    await add(rehearsal(), rehearsal());
    const month = new Date(world().clock.now()).toISOString().slice(0, 7);
    await world().insert("rehearsalUse", [{ ownerId: owner.userId, month, count: 199 }]);
    await expect(run()).rejects.toEqual(refusal("rehearsal_limit", REHEARSAL_REFUSALS.usedUp(200)));
    expect((await list()).rehearsals).toMatchObject([{ result: null }, { result: null }]);
    const [first] = (await list()).rehearsals;
    const rehearsalIds = [must(first, "rehearsal")._id];
    await owner.mutation(api.rehearsals.run, { assistantId, rehearsalIds });
    await world().settle();
    expect(await list()).toMatchObject({ use: { used: 200, allowed: 200 } });
  });

  test.skipIf(isRecognizerMissing)(
    "a rehearsal by voice is spoken and heard, and we are told of no call",
    async () => {
      const { add, run, list } = await ownAssistant(BAKERY);
      await add(
        rehearsal({ situation: "“What are your opening hours?”", must: ["says “nine to five”"] }),
      );
      const [result] = await run({ inVoice: true });
      expect(result).toMatchObject({
        ...{ state: "passed", inVoice: true, averageAnswerMs: expect.any(Number) as number },
        ...{ reason: null, isOutdated: false },
      });
      const lines = must(result, "result").lines;
      // On a slow machine the assistant may also ask whether somebody is there.
      const spokenBy = (who: string) =>
        lines.flatMap(({ role, text }) => (role === who ? text : [])).join(" ");
      expect(spokenBy("user")).toContain("opening hours");
      expect(spokenBy("assistant")).toContain("nine to five");
      expect(await list()).toMatchObject({ use: { used: 2, allowed: 200 } });
      expect(await world().rows("calls")).toEqual([]);
      const { body } = await voice().world.atPlatform("/call");
      expect(body).toMatchObject([{ status: "ended" }]);
      expect(JSON.stringify(body)).not.toContain("recordingUrl");
      expect(await run()).toMatchObject([{ inVoice: false, averageAnswerMs: null }]);
      expect(await voice().world.controlState()).toMatchObject({ webhooks: [] });
    },
  );

  test("rehearsals by voice count twice, and are refused if that is too many", async () => {
    const { owner, add, run, list } = await ownAssistant();
    await add(rehearsal());
    const month = new Date(world().clock.now()).toISOString().slice(0, 7);
    await world().insert("rehearsalUse", [{ ownerId: owner.userId, month, count: 199 }]);
    const refused = refusal("rehearsal_limit", REHEARSAL_REFUSALS.usedUp(200));
    await expect(run({ inVoice: true })).rejects.toEqual(refused);
    expect(await list()).toMatchObject({ use: { used: 199 }, rehearsals: [{ result: null }] });
    expect(await run()).toMatchObject([{ state: "passed" }]);
  });

  test("a platform that refuses is a rehearsal without a result, which says why", async () => {
    const { add, run } = await ownAssistant();
    await add(rehearsal());
    const path = "/eval/simulation/run";
    await voice().world.control("faults", { method: "POST", path, status: 402 });
    expect(await run()).toMatchObject([{ state: "unclear", reason: UNCLEAR_REASONS.payment }]);
  });

  test.each([
    ["from the beginning", START_MS],
    ["while it rehearses", READ_MS],
  ])(
    "a platform that is down %s ends the rehearsal, and leaves the operator nothing to do",
    async (since, endsAfterMs) => {
      const { add, run, list } = await ownAssistant();
      await add(rehearsal());
      await world().setVariables({ VAPI_API_URL: "http://127.0.0.1:9" });
      await run();
      const [begun] = (await world().rows("rehearsalRuns")).slice(-1);
      if (since === "while it rehearses") {
        await world().inside.mutation(internal.rehearsals.runs.recordStart, {
          ...{ runId: must(begun, "run")._id, platformRunId: randomUUID() },
        });
      }
      expect(await list()).toMatchObject({ isRunning: true });
      await world().advance(endsAfterMs);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await world().settle();
      await world().setVariables({ VAPI_API_URL: voice().world.platform.url });
      const { rehearsals, isRunning } = await list();
      expect(isRunning).toBe(false);
      const unclear = { state: "unclear", reason: UNCLEAR_REASONS.platform };
      expect(rehearsals).toMatchObject([{ result: unclear }]);
      const waiting = await world().rows("jobs");
      expect(waiting.filter(({ kind }) => kind === "rehearsals")).toEqual([]);
    },
  );

  test("a change of the prompt is suggested after a failure, and situations at any time", async () => {
    const { owner, assistantId, add, run, list } = await ownAssistant();
    const [rehearsalId] = await add(rehearsal({ must: ["says “at midnight”"] }));
    const own = { rehearsalId: must(rehearsalId, "rehearsal") };
    await expect(owner.action(api.rehearsals.propose, own)).rejects.toEqual(
      refusal("invalid_input", REHEARSAL_REFUSALS.notFailed),
    );
    await run();
    const proposal = await owner.action(api.rehearsals.propose, own);
    expect(proposal.before).toBe(OPEN.systemPrompt);
    expect(proposal.prompt).toContain(`${OPEN.systemPrompt}\n\n`);
    expect(proposal.prompt).toContain("at midnight");
    expect(await owner.action(api.rehearsals.suggest, { assistantId })).not.toEqual([]);
    expect((await list()).rehearsals).toHaveLength(1);
  });

  test("bad input is refused with what is wrong", async () => {
    const { add } = await ownAssistant();
    const cases: [object, string][] = [
      [{ situation: " " }, REHEARSAL_REFUSALS.situationMissing],
      [{ situation: "x".repeat(501) }, REHEARSAL_REFUSALS.situationTooLong],
      [{ must: [" "], mustNot: [] }, REHEARSAL_REFUSALS.expectationMissing],
      [{ must: ["x".repeat(201)] }, REHEARSAL_REFUSALS.expectationTooLong],
      [{ must: Array(6).fill("smiles") }, REHEARSAL_REFUSALS.tooManyExpectations],
    ];
    for (const [changed, message] of cases) {
      await expect(add(rehearsal(changed))).rejects.toEqual(refusal("invalid_input", message));
    }
    await add(...Array.from({ length: 10 }, () => rehearsal()));
    await add(...Array.from({ length: 10 }, () => rehearsal()));
    await expect(add(rehearsal())).rejects.toEqual(
      refusal("rehearsal_limit", REHEARSAL_REFUSALS.tooMany),
    );
  });

  test("an edited rehearsal forgets its result, unless only the condition has changed", async () => {
    const { owner, add, run, list } = await ownAssistant();
    const [rehearsalId] = await add(rehearsal());
    await run();
    const own = { rehearsalId: must(rehearsalId, "rehearsal") };
    await owner.mutation(api.rehearsals.change, { ...own, ...rehearsal({ isCondition: true }) });
    expect((await list()).rehearsals).toMatchObject([{ result: { state: "passed" } }]);
    await owner.mutation(api.rehearsals.change, { ...own, ...rehearsal({ must: ["smiles"] }) });
    expect((await list()).rehearsals).toMatchObject([{ must: ["smiles"], result: null }]);
  });

  test("rehearsals are exported, and deleted with the assistant and with the account", async () => {
    const first = await ownAssistant();
    await first.add(rehearsal());
    await first.run();
    const { text } = await first.owner.query(api.account.exportAccount, {});
    expect(JSON.parse(text)).toMatchObject({ rehearsals: [rehearsal()] });
    const { assistantId } = first;
    await first.owner.mutation(api.assistants.deleteAssistant, { assistantId });
    const left = await ownedBy(world(), first.owner.userId);
    expect([left.rehearsals, left.rehearsalResults]).toEqual([undefined, undefined]);

    const second = await ownAssistant();
    await second.add(rehearsal());
    await second.run();
    await second.owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    const gone = await ownedBy(world(), second.owner.userId);
    expect([gone.rehearsals, gone.rehearsalResults, gone.rehearsalUse]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
