import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { onEachBackend } from "./world.ts";

const DAY_MS = 86_400_000;

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
});
