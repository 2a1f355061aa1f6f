/** The job that asks an assistant again at night what its visitors ask most. Its key is the assistant's id. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { overridesFor } from "../calls/unsavedSettings";
import type { Handler } from "../jobs/handler";
import { HOUR_MS, MINUTE_MS } from "../shared/durations";
import { isOver } from "../shared/rehearsals";
import { VoicePlatformError } from "../vendors/vapiAnswers";
import { languageModel, vapi } from "../vendors/vapiClient";
import { outcomeOf, rehearsalOf } from "./findings";
import type { CheckInput } from "./nightlyQuestions";
import { itemFor, readItem, simulationRun } from "./scenario";

/** Less than an action of Convex may run. */
const MAX_CHECK_MS = 4 * MINUTE_MS;
const POLL_MS = 1_500;
const CONVERSATIONS_PER_QUERY = 5;

export const nightlyCheck: Handler = {
  async run(ctx, key) {
    const assistantId = key as Id<"assistants">;
    const conversations = await readQuestions(ctx, assistantId);
    const input = await ctx.runMutation(internal.rehearsals.nightlyQuestions.begin, {
      assistantId,
      conversations,
    });
    if (input === null) return null;
    try {
      const outcomes = await askAll(ctx, input);
      const { digest } = input;
      await ctx.runMutation(internal.rehearsals.nightlyQuestions.record, {
        assistantId,
        digest,
        outcomes,
      });
    } catch (error) {
      // What was known stays, and the next night asks again.
      if (!(error instanceof VoicePlatformError)) throw error;
      console.error(error.message);
    }
    return null;
  },

  giveUpAfterMs: HOUR_MS,
  // The next night asks again.
  isPointlessLater: true,
};

async function readQuestions(ctx: ActionCtx, assistantId: Id<"assistants">): Promise<string[][]> {
  const { conversations, questionsOf } = internal.rehearsals.nightlyQuestions;
  const ids: Id<"calls">[] = await ctx.runQuery(conversations, { assistantId });
  const found: string[][] = [];
  for (let at = 0; at < ids.length; at += CONVERSATIONS_PER_QUERY) {
    const callIds = ids.slice(at, at + CONVERSATIONS_PER_QUERY);
    found.push(...(await ctx.runQuery(questionsOf, { callIds })));
  }
  return found;
}

/** The outcomes of those that have ended in time and were judged. */
async function askAll(ctx: ActionCtx, { rehearsed, hours, questions }: CheckInput) {
  const { input, variableValues, toolNames } = rehearsed;
  const waiting = questions.map((asked, index) => ({
    resultId: `question-${index + 1}`,
    rehearsal: rehearsalOf(asked, hours),
    asked,
  }));
  const assistant = await overridesFor(ctx, input);
  const platformRunId = await vapi().startSimulation(
    simulationRun(waiting, {
      ...{ assistant, variableValues, toolNames },
      languageModel: languageModel(),
      testerVoice: null,
    }),
  );
  const endMs = Date.now() + MAX_CHECK_MS;
  for (;;) {
    const items = await vapi().simulationItems(platformRunId);
    const read = waiting.flatMap(({ resultId, rehearsal, asked }) => {
      const item = itemFor(items, resultId);
      return item === undefined ? [] : [{ asked, item: readItem(item, rehearsal) }];
    });
    const ended = read.filter(({ item }) => isOver(item.state));
    const isTimeOver = Date.now() > endMs;
    if (isTimeOver) await vapi().cancelSimulation(platformRunId);
    if (isTimeOver || ended.length === waiting.length) {
      return ended.flatMap(({ asked, item }) => {
        const outcome = outcomeOf(asked, item);
        return outcome === null ? [] : [{ question: asked.question, ...outcome }];
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
