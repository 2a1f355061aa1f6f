import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { onEachBackend } from "./world.ts";

const DAY_MS = 86_400_000;

function codeOf(error: unknown): string {
  const { data } = error as { data?: { code?: string } };
  return data?.code ?? String(error);
}

onEachBackend((world) => {
  test("an owner is who signed up, also when weeks have passed", async () => {
    const owner = await world().signUp();
    await world().advance(20 * DAY_MS);
    expect(await owner.query(api.auth.loggedInUser, {})).toEqual({
      _id: owner.userId,
      email: owner.email,
    });
    expect(await world().visitor.query(api.auth.loggedInUser, {})).toBeNull();
  });

  test("one address cannot sign up without pause, nor find out who has an account", async () => {
    // The other's requests come from nowhere.
    if (!world().knowsAddresses) return;
    const { email } = await world().signUp();
    const params = { email, password: "correct horse", flow: "signUp" };
    const refusals = new Set<string>();
    for (let attempt = 0; attempt < 210; attempt++) {
      const signUp = world().visitor.action(api.auth.signIn, { provider: "password", params });
      refusals.add(await signUp.then(() => "none", codeOf));
    }
    expect([...refusals]).toEqual(["sign_up_failed", "too_many_requests"]);
    await world().advance(DAY_MS);
    await world().signUp();
  });
});
