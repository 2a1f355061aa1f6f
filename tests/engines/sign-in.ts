/** Signs an owner in without the form, as tests/fixtures/session-token.ts does it in Chromium. */
import type { Stack } from "../../tools/start/stack.ts";
import type { OwnerClient } from "../fixtures/owner-client.ts";
import { sessionEntries } from "../fixtures/session-token.ts";
import type { User } from "./driver/user.ts";

export async function signInto(user: User, stack: Stack, owner: OwnerClient): Promise<void> {
  // A page of the app's that runs no script of the app's.
  await user.open(`${stack.appUrl}/robots.txt`);
  const entries = sessionEntries(stack, owner.tokens);
  await user.run("for (const [name, value] of arguments[0]) localStorage.setItem(name, value)", [
    ...entries,
    ["hark.subscription-seen", "true"],
  ]);
}
