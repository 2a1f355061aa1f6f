import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { MESSENGERS } from "../../shared/messengers";

export const messengerKind = literals(...MESSENGERS);

/** The additional field of an endpoint that is a messenger. Its address, a secret, is the endpoint's `url`. */
export const messenger = v.union(
  v.object({ kind: literals("slack", "teams", "discord") }),
  v.object({ kind: v.literal("telegram"), chatId: v.string() }),
);
export type Messenger = Infer<typeof messenger>;

/** As its owner enters it. */
export const enteredMessenger = v.union(
  v.object({ kind: literals("slack", "teams", "discord"), url: v.string() }),
  v.object({ kind: v.literal("telegram"), token: v.string(), chatId: v.string() }),
);
export type EnteredMessenger = Infer<typeof enteredMessenger>;

/** The message, without the markup of any messenger. */
export const messengerMessage = v.object({
  title: v.string(),
  lines: v.array(v.object({ label: v.union(v.string(), v.null()), text: v.string() })),
  /** A page of the app, as its path. */
  link: v.union(v.object({ label: v.string(), path: v.string() }), v.null()),
});
export type MessengerMessage = Infer<typeof messengerMessage>;
