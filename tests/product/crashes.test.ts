/**
 * An action may be interrupted at any step of its work at a vendor: before the request, after it, or after the
 * response. No unknown or duplicate object stays at the vendor, and in the end everything is as its owner saved it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { eventually } from "../eventually.ts";
import { dyingRuns, sequences, someFaults } from "./dying-runs.ts";
import type { Fault, Vendor } from "./dying-runs.ts";
import { gateBefore } from "./gate.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, onEachVoiceBackend, postCall } from "./voice-world.ts";
import { uploadFile } from "./upload.ts";
import type { Owner } from "./world.ts";

const MINUTE_MS = 60_000;
/** Far more retries than any job needs here. */
const MOST_ROUNDS = 40;

const REQUESTS = [
  "POST /assistant",
  "PATCH /assistant/",
  "DELETE /assistant/",
  "GET /assistant",
  "POST /file",
  "POST /tool",
  "PATCH /tool/",
  "DELETE /file/",
  "DELETE /tool/",
] as const;

const STEPS = fc.record({
  do: fc.constantFrom(
    "create",
    "create",
    "save",
    "save",
    "save with file",
    "delete",
    "form",
    "answer",
    "answer",
    "forget",
  ),
  which: fc.nat(2),
  faults: someFaults(REQUESTS),
});
type Step = { do: string; which: number; faults: Fault[] };

/** A run that was interrupted before it created a tool goes on after another run has created one. */
const SECOND_TOOL: Step[] = [
  {
    ...{ do: "create", which: 0 },
    faults: [
      { request: "POST /tool", fault: "before it asks" },
      { request: "GET /assistant", fault: "down" },
    ],
  },
  { do: "answer", which: 2, faults: [] },
  {
    ...{ do: "answer", which: 2 },
    faults: [
      { request: "PATCH /assistant/", fault: "before it is answered" },
      { request: "POST /file", fault: "refused" },
    ],
  },
  {
    ...{ do: "create", which: 2 },
    faults: [
      { request: "DELETE /tool/", fault: "answer lost" },
      { request: "PATCH /tool/", fault: "before it is answered" },
    ],
  },
];

onEachVoiceBackend((world) => {
  const gate = gateBefore(world);
  const runs = dyingRuns(world, {
    sweep: () => world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {}),
  });
  const platform: Vendor = {
    gate,
    async fail(request, how) {
      const [method, beginning = ""] = request.split(" ");
      const path = beginning.replace(/\/$/, "/*");
      const status = how === "refused" ? 400 : 503;
      await world().control("faults", { method, path, status, count: 1 });
    },
  };

  async function plan(fault: Fault): Promise<void> {
    // Requests of the test itself would meet the faults.
    const isAskedHere = fault.request === "GET /assistant" && /refused|down/.test(fault.fault);
    await runs.plan(platform, isAskedHere ? { ...fault, fault: "answer lost" } : fault);
  }

  async function idsAtPlatform(kind: string): Promise<string[]> {
    const { body } = await world().atPlatform(kind);
    return (body as unknown as { id: string }[]).map(({ id }) => id);
  }

  async function everythingAtPlatform() {
    const [assistants, files, tools] = [
      await idsAtPlatform("/assistant"),
      await idsAtPlatform("/file?purpose=assistant"),
      await idsAtPlatform("/tool"),
    ];
    return { assistants, files, tools };
  }

  async function form(owner: Owner, file: object): Promise<boolean> {
    const { embedId, widgetColor, widgetIcon, widgetSize, ...spoken } = newAssistant();
    const answer = owner.action(api.assistants.createVoiceAssistant, { ...spoken, ...file });
    return await answer.then(
      () => true,
      () => false,
    );
  }

  /** Nothing if the form reported a failure. */
  async function fileThroughForm(owner: Owner) {
    const knowledgeFileId = await uploadFile(owner, `We open at ${crypto.randomUUID()}.`);
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    return (await form(owner, file)) ? file : {};
  }

  async function take(owner: Owner, own: Id<"assistants">[], step: Step): Promise<void> {
    const isForm = step.do === "form" || step.do === "save with file";
    // A form waits for its own run, so that run is not interrupted, but its requests may fail.
    if (isForm) runs.spare();
    for (const fault of step.faults) {
      await plan(isForm ? { ...fault, fault: "answer lost" } : fault);
    }
    const assistantId = own[step.which % Math.max(own.length, 1)];
    const name = `Ada ${crypto.randomUUID()}`;
    if (step.do === "create") {
      const created = { ...newAssistant(), name };
      const made = await owner.mutation(api.assistants.createAssistant, created);
      own.push(made);
      await owner.mutation(api.assistants.retryVoiceSync, { assistantId: made });
    } else if (step.do === "form") {
      // Creates a voice assistant that no assistant claims.
      await form(owner, {});
    } else if (assistantId !== undefined && step.do === "delete") {
      own.splice(own.indexOf(assistantId), 1);
      await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    } else if (assistantId !== undefined && step.do === "answer") {
      const answer = `At ${crypto.randomUUID()}.`;
      await owner.mutation(api.knowledge.saveAnswer, { assistantId, question: "Open?", answer });
    } else if (assistantId !== undefined && step.do === "forget") {
      const answers = await owner.query(api.knowledge.listAnswers, { assistantId });
      for (const { _id: answerId } of answers) {
        await owner.mutation(api.knowledge.removeAnswer, { answerId });
      }
    } else if (assistantId !== undefined) {
      const { embedId, ...content } = newAssistant();
      const file = step.do === "save" ? {} : await fileThroughForm(owner);
      await owner.mutation(api.assistants.updateAssistant, {
        ...content,
        ...file,
        name,
        assistantId,
      });
    }
    await runs.quiet();
  }

  async function isDone(): Promise<boolean> {
    const [work, made] = [await world().rows("jobs"), await world().rows("voiceAssistants")];
    return work.length === 0 && made.every((row) => row.assistantId !== null);
  }

  // T42: docs/security.md
  test("whichever run is interrupted at whichever step, nothing is orphaned or duplicated, and all data converges", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 2, maxLength: 6 }), async (steps) => {
        runs.begin();
        const before = await everythingAtPlatform();
        const owner = await world().signUp();
        const own: Id<"assistants">[] = [];
        await take(owner, own, { do: "create", which: 0, faults: [] });
        for (const step of steps) await take(owner, own, step);
        // Interrupted runs stay interrupted for three hours. Then some turn out to have been only slow.
        await runs.rounds({ count: 3, isDone });
        runs.wake();
        await world().settle();
        await runs.rounds({ count: MOST_ROUNDS, isDone });

        expect(await world().rows("jobs")).toEqual([]);
        const after = await everythingAtPlatform();
        const saved = (await world().rows("assistants")).filter(({ _id }) => own.includes(_id));
        const ids = saved.map(({ voiceAssistantId }) => must(voiceAssistantId, "voice assistant"));
        expect(after.assistants.filter((id) => !before.assistants.includes(id)).sort()).toEqual(
          ids.sort(),
        );
        for (const { name, voiceAssistantId, voiceSync } of saved) {
          const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
          expect([body.name, voiceSync?.state]).toEqual([name, "done"]);
        }
        const withFile = saved.filter(
          ({ knowledgeFileId }) => knowledgeFileId !== undefined,
        ).length;
        // The answers are one file more, and all files together have one more tool.
        const answered = (await world().rows("knowledgeAnswers")).filter(({ assistantId }) =>
          own.includes(assistantId),
        ).length;
        expect(after.files).toHaveLength(before.files.length + withFile + answered);
        expect(after.tools).toHaveLength(before.tools.length + withFile + answered);
      }),
      { ...sequences({ usual: 6, soak: 120 }), examples: [[SECOND_TOOL]] },
    );
  });

  // T42: docs/security.md
  test.each([true, false])(
    "a call whose response never reached its visitor is ended and deleted at the platform, even if we learn of it late: %s",
    async (isLate) => {
      runs.begin();
      const owner = await world().signUp();
      const { embedId } = await createAssistant(owner);
      const before = await idsAtPlatform("/call");
      const late = isLate ? gate().holdAnswer("POST /call/web", 1) : null;
      if (late === null) gate().loseAnswer("POST /call/web");
      const asking = postCall(world(), await owner.token(), embedId);
      await eventually(async () => (await idsAtPlatform("/call")).length > before.length);
      if (late === null) expect((await asking).status).toBe(502);
      await world().advance(MINUTE_MS);
      await eventually(async () => (await owner.query(api.calls.callTotals, {})).calls === 0);
      await runs.rounds({ count: 3, isDone });
      expect(await idsAtPlatform("/call")).toEqual(before);
      late?.release();
      await asking;
      await world().settle();
      await runs.rounds({ count: 3, isDone });
      expect(await world().rows("jobs")).toEqual([]);
      expect(await idsAtPlatform("/call")).toEqual(before);
    },
  );
});
