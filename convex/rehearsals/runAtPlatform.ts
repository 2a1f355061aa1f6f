/** The job that has rehearsals run at the platform and waits for their results. Its key is the run's id. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { testerVoice } from "../assistants/testerVoice";
import { voiceConfig } from "../assistants/voiceConfig";
import { overridesFor } from "../calls/unsavedSettings";
import type { Handler } from "../jobs/handler";
import { MINUTE_MS } from "../shared/durations";
import { UNCLEAR_REASONS } from "../shared/rehearsals";
import { idIn, VoicePlatformError } from "../vendors/vapiAnswers";
import { languageModel, vapi } from "../vendors/vapiClient";
import { type RunInput, stop } from "./runs";
import { itemFor, readItem, simulationRun } from "./scenario";

/** How long a start is tried again while the owner waits. */
const MAX_START_MS = 3 * MINUTE_MS;
/** How long the platform may take. A typed conversation takes about half a minute, a spoken one some minutes. */
const MAX_RUN_MS = 10 * MINUTE_MS;
const MAX_VOICE_RUN_MS = 30 * MINUTE_MS;
/** An action of Convex may run for ten minutes. The queue continues the work after this time. */
const WAIT_IN_RUN_MS = 2 * MINUTE_MS;
const POLL_MS = 1_500;
const PAYMENT_REQUIRED = 402;

export const rehearsals: Handler = {
  async run(ctx, key) {
    const runId = key as Id<"rehearsalRuns">;
    const found = await ctx.runQuery(internal.rehearsals.runs.findRun, { runId });
    if (found === null) {
      await stopRun(ctx, runId, UNCLEAR_REASONS.platform);
      return null;
    }
    const platformRunId = found.run.platformRunId ?? (await start(ctx, runId, found));
    if (platformRunId === null) return null;
    const { startedAtMs, inVoice } = found.run;
    const lastMs = startedAtMs + (inVoice ? MAX_VOICE_RUN_MS : MAX_RUN_MS);
    const endMs = Date.now() + WAIT_IN_RUN_MS;
    while (Date.now() < endMs) {
      if (await poll(ctx, runId, platformRunId)) return null;
      if (Date.now() > lastMs) {
        await vapi().cancelSimulation(platformRunId);
        await stopRun(ctx, runId, UNCLEAR_REASONS.timeOut);
        return null;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return Date.now();
  },

  async giveUp(ctx, key) {
    await stop(ctx, key as Id<"rehearsalRuns">);
  },

  giveUpAfterMs: MAX_VOICE_RUN_MS,
  isPointlessLater: true,
};

/**
 * Null if the platform refused or stays unreachable. A lost response makes the job start them once more, because the
 * platform cannot be asked for them.
 */
async function start(
  ctx: ActionCtx,
  runId: Id<"rehearsalRuns">,
  { run: { inVoice, startedAtMs }, input, variableValues, toolNames, waiting }: RunInput,
): Promise<string | null> {
  const assistant = await overridesFor(ctx, input);
  const started = simulationRun(waiting, {
    ...{ assistant, variableValues, toolNames },
    languageModel: languageModel(),
    testerVoice: inVoice ? testerVoice(input, voiceConfig().voiceIds) : null,
  });
  try {
    const platformRunId = await vapi().startSimulation(started);
    await ctx.runMutation(internal.rehearsals.runs.recordStart, { runId, platformRunId });
    return platformRunId;
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    if (!error.isRefusal && Date.now() < startedAtMs + MAX_START_MS) throw error;
    console.error(error.message);
    const isUnpaid = error.status === PAYMENT_REQUIRED;
    await stopRun(ctx, runId, isUnpaid ? UNCLEAR_REASONS.payment : UNCLEAR_REASONS.platform);
    return null;
  }
}

/** Returns whether all have ended. */
async function poll(
  ctx: ActionCtx,
  runId: Id<"rehearsalRuns">,
  platformRunId: string,
): Promise<boolean> {
  const waiting = await ctx.runQuery(internal.rehearsals.runs.findWaiting, { runId });
  const items = await vapi().simulationItems(platformRunId);
  const results = waiting.flatMap(({ resultId, rehearsal }) => {
    const item = itemFor(items, resultId);
    if (item === undefined) return [];
    const platform = { runId: platformRunId, itemId: idIn(item) };
    return [{ resultId, platform, ...readItem(item, rehearsal) }];
  });
  return await ctx.runMutation(internal.rehearsals.runs.recordProgress, { runId, results });
}

async function stopRun(ctx: ActionCtx, runId: Id<"rehearsalRuns">, reason: string): Promise<void> {
  await ctx.runMutation(internal.rehearsals.runs.stopRun, { runId, reason });
}
