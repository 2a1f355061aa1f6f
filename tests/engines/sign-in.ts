/** Signs an owner in without the form, like tests/fixtures/session-token.ts in Chromium. */
import type { Stack } from "../../tools/start/stack.ts";
import type { OwnerClient } from "../fixtures/owner-client.ts";
import { sessionEntries } from "../fixtures/session-token.ts";
import type { User } from "./driver/user.ts";

export async function signInto(user: User, stack: Stack, owner: OwnerClient): Promise<void> {
  // A URL of the app without any script.
  await user.open(`${stack.appUrl}/robots.txt`);
  const entries = sessionEntries(stack, owner.tokens);
  await user.run("for (const [name, value] of arguments[0]) localStorage.setItem(name, value)", [
    ...entries,
    ["hark.subscription-seen", "true"],
  ]);
}
