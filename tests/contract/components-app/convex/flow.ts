/** A workflow of @convex-dev/workflow, whose steps are internal functions. */
import { defineWorkflow, getStatus, start, vWorkflowId } from "@convex-dev/workflow";
import type { WorkflowComponent, WorkflowId } from "@convex-dev/workflow";
import { vResultValidator } from "@convex-dev/workpool";
import { anyApi, componentsGeneric } from "convex/server";
import type { FunctionReference } from "convex/server";
import { v } from "convex/values";
import { internalAction, internalMutation, internalQuery, mutation, query } from "./builders";
import { report } from "./reports";

const { workflow } = componentsGeneric() as unknown as { workflow: WorkflowComponent };

type Step<Kind extends "query" | "mutation" | "action", Args extends object> = FunctionReference<
  Kind,
  "internal",
  Args & Record<string, unknown>,
  string
>;
const own = anyApi.flow as unknown as {
  greet: Step<"query", { name: string }>;
  shout: Step<"action", { text: string; fails: boolean }>;
  keep: Step<"mutation", { topic: string; text: string }>;
  onDone: FunctionReference<"mutation", "internal">;
  greeting: FunctionReference<
    "mutation",
    "internal",
    { args: { topic: string; name: string; fails: boolean } }
  >;
};

export const greet = internalQuery({
  args: { name: v.string() },
  handler: (_, { name }) => `hello ${name}`,
});

export const shout = internalAction({
  args: { text: v.string(), fails: v.boolean() },
  handler: (_, { text, fails }) => {
    if (fails) throw new Error("on purpose");
    return text.toUpperCase();
  },
});

export const keep = internalMutation({
  args: { topic: v.string(), text: v.string() },
  handler: async (ctx, { topic, text }) => {
    await report(ctx, { topic, said: text });
    return text;
  },
});

export const greeting = defineWorkflow(workflow, {
  args: { topic: v.string(), name: v.string(), fails: v.boolean() },
  returns: v.string(),
}).handler(async (step, { topic, name, fails }): Promise<string> => {
  const text = await step.runQuery(own.greet, { name });
  const loud = await step.runAction(own.shout, { text, fails });
  await step.sleep(1_000);
  const kept = await Promise.all([
    step.runMutation(own.keep, { topic, text: loud }),
    step.runMutation(own.keep, { topic, text: loud }),
  ]);
  return kept.join();
});

export const onDone = internalMutation({
  args: {
    workflowId: vWorkflowId,
    result: vResultValidator,
    context: v.object({ topic: v.string() }),
  },
  handler: async (ctx, { result, context: { topic } }) => {
    const said = result.kind === "success" ? (result.returnValue as unknown) : result.kind;
    await report(ctx, { topic, said });
  },
});

export const begin = mutation({
  args: { topic: v.string(), name: v.string(), fails: v.boolean() },
  handler: (ctx, args): Promise<WorkflowId> =>
    start(ctx, own.greeting, args, { onComplete: own.onDone, context: { topic: args.topic } }),
});

export const status = query({
  args: { id: vWorkflowId },
  handler: async (ctx, { id }) => (await getStatus(ctx, workflow, id)).type,
});
