/**
 * Mail through @convex-dev/resend. It sends what is queued to an address of its own that nothing can
 * change, so what is queued here is cancelled before that, and what is sent goes by a request of ours.
 */
import { Resend, vOnEmailEventArgs } from "@convex-dev/resend";
import type { EmailId } from "@convex-dev/resend";
import type { ComponentApi } from "@convex-dev/resend/_generated/component.js";
import { anyApi, componentsGeneric } from "convex/server";
import type { FunctionReference } from "convex/server";
import { v } from "convex/values";
import { action, internalMutation, mutation, query } from "./builders";
import { report } from "./reports";

const components = componentsGeneric() as unknown as { resend: ComponentApi<"resend"> };
const own = anyApi.mail as unknown as {
  onEvent: NonNullable<Resend["onEmailEvent"]> & FunctionReference<"mutation", "internal">;
};
const mail = { from: "app@resend.dev", to: "delivered@resend.dev", subject: "Hello" };

export const resend = (): Resend =>
  new Resend(components.resend, { apiKey: "re_none", onEmailEvent: own.onEvent });

export const onEvent = internalMutation({
  args: vOnEmailEventArgs,
  handler: async (ctx, { id, event }) => report(ctx, { topic: id, said: event.type }),
});

export const queueAndCancel = mutation({
  args: {},
  handler: async (ctx) => {
    const id = await resend().sendEmail(ctx, { ...mail, html: "<p>Hello</p>" });
    const queued = await resend().status(ctx, id);
    await resend().cancelEmail(ctx, id);
    return { id, queued: queued?.status };
  },
});

export const queueToAnyone = mutation({
  args: { to: v.string() },
  handler: (ctx, { to }) => resend().sendEmail(ctx, { ...mail, to, text: "Hello" }),
});

export const sendBy = action({
  args: { url: v.string() },
  handler: (ctx, { url }): Promise<EmailId> =>
    resend().sendEmailManually(ctx, mail, async (id) => {
      const response = await fetch(url, { method: "POST", body: JSON.stringify({ ...mail, id }) });
      if (!response.ok) throw new Error(`refused with ${response.status}`);
      return ((await response.json()) as { id: string }).id;
    }),
});

export const status = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await resend().status(ctx, id as EmailId))?.status ?? null,
});
