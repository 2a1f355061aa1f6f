import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { IMPLEMENTATIONS } from "./world.ts";
import type { World } from "./world.ts";

describe.each(IMPLEMENTATIONS)("$name", ({ open }) => {
  let world: World;

  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  test("an owner is who signed up, also when a month has passed", async () => {
    const owner = await world.signUp();
    await world.advance(20 * 86_400_000);
    expect(await owner.query(api.auth.loggedInUser, {})).toEqual({
      _id: owner.userId,
      email: owner.email,
    });
    expect(await world.visitor.query(api.auth.loggedInUser, {})).toBeNull();
  });
});
