import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { onEachBackend } from "./world.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;

function codeOf(error: unknown): string {
  const { data } = error as { data?: { code?: string } };
  return data?.code ?? String(error);
}

function signInWith(world: World, params: Record<string, string>) {
  return world.visitor.action(api.auth.signIn, { provider: "password", params });
}

onEachBackend((world) => {
  test("an owner stays signed in for weeks", async () => {
    const owner = await world().signUp();
    await world().advance(20 * DAY_MS);
    expect(await owner.query(api.auth.loggedInUser, {})).toEqual({
      _id: owner.userId,
      email: owner.email,
      addressProblem: null,
    });
    expect(await world().visitor.query(api.auth.loggedInUser, {})).toBeNull();
  });

  test("one address cannot sign up without pause, or find out who has an account", async () => {
    // The other requests have no known address.
    if (!world().knowsAddresses) return;
    const { email } = await world().signUp();
    const params = { email, password: "correct horse", flow: "signUp" };
    const refusals = new Set<string>();
    for (let attempt = 0; attempt < 30; attempt++) {
      const signUp = world().visitor.action(api.auth.signIn, { provider: "password", params });
      refusals.add(await signUp.then(() => "none", codeOf));
    }
    expect([...refusals]).toEqual(["sign_up_failed", "too_many_requests"]);
    await world().advance(DAY_MS);
    await world().signUp();
  });

  // T4: docs/security.md
  test("many simultaneous sign-ups delay nobody else", async () => {
    if (!world().knowsAddresses) return;
    let signedUp = 0;
    const crowd = Array.from({ length: 12 }, async (_, index) => {
      const params = { email: `crowd-${index}@example.com`, password: "correct horse" };
      await signInWith(world(), { ...params, flow: "signUp" });
      signedUp += 1;
    });
    let answered = 0;
    while (signedUp < crowd.length) {
      await world().visitor.query(api.contact.getContactDetails, {});
      answered += 1;
    }
    await Promise.all(crowd);
    // Hashing on the event loop would block everybody for as long as it takes.
    expect(answered).toBeGreaterThan(crowd.length * 2);
  }, 120_000);
});
