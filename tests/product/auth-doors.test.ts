/**
 * What a stranger can make @convex-dev/auth look up, change or delete by passing IDs: only its own documents, and only
 * in its own way.
 */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { TableNames } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { openLocal } from "./local-world.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { World } from "./world.ts";

const PASSWORD = "correct horse";
const TABLES = Object.keys(schema.tables) as TableNames[];

/** Every document of every table, by ID. */
async function allDocuments(world: World): Promise<Map<string, unknown>> {
  const documents = new Map<string, unknown>();
  for (const table of TABLES) {
    for (const document of await world.rows(table)) documents.set(document._id, document);
  }
  return documents;
}

const refresh = (world: World, refreshToken: string) =>
  world.visitor.action(api.auth.signIn, { refreshToken });

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  // T82: docs/security.md
  test("a refresh token built from other IDs changes nothing, whatever they refer to", async () => {
    const owner = await world().signUp();
    await talk(world(), owner, await voicedAssistant(world(), owner), 20);
    await world().settle();
    const before = await allDocuments(world());
    const [session] = await world().rows("authSessions");
    const ids = [...before.keys()];
    expect(ids.length).toBeGreaterThan(8);
    for (const id of ids) {
      expect(await refresh(world(), `${id}|${id}`)).toEqual({ tokens: null });
      expect(await refresh(world(), `${must(session, "session")._id}|${id}`)).toEqual({
        tokens: null,
      });
    }
    expect(await allDocuments(world())).toEqual(before);
  });

  test("a malformed refresh token is refused without a server error", async () => {
    const before = await allDocuments(world());
    for (const text of ["|", "a", "a|b|c", "|a", "a|", "x".repeat(100_000)]) {
      expect(await refresh(world(), text)).toEqual({ tokens: null });
    }
    // An empty token counts as missing: the library then asks for a provider.
    await expect(refresh(world(), "")).rejects.toThrow("Missing `provider`");
    expect(await allDocuments(world())).toEqual(before);
  });

  // T82: docs/security.md
  test("an unknown code signs nobody in and counts as no attempt on any account", async () => {
    const owner = await world().signUp();
    const before = await allDocuments(world());
    const ids = [...before.keys()];
    for (const code of ["12345678", "x".repeat(1_000), { a: 1 }, 1, null]) {
      for (const verifier of [undefined, "x", ...ids.slice(0, 3)]) {
        const params = { code, email: ids[0], phone: owner.email };
        const args = { params, ...(verifier === undefined ? {} : { verifier }) };
        expect(await world().visitor.action(api.auth.signIn, args)).toEqual({ tokens: null });
      }
    }
    expect(await allDocuments(world())).toEqual(before);
  });

  // T82: docs/security.md
  test("an OAuth sign-in that starts with another document's ID fails", async () => {
    const owner = await world().signUp();
    await voicedAssistant(world(), owner);
    const before = await allDocuments(world());
    for (const id of [...before.keys(), "", "x"]) {
      for (const provider of ["google", "github"]) {
        const address = `${world().siteUrl}/api/auth/signin/${provider}?code=${id}`;
        expect((await fetch(address, { redirect: "manual" })).status).toBe(400);
      }
    }
    expect(await allDocuments(world())).toEqual(before);
  });
});

// T82: docs/security.md
test.each(["usagePeriods", "ownerTotals"] as const)(
  "no call starts for an owner whose row in %s is missing",
  async (table) => {
    const world = await openLocal();
    try {
      await world.setVariables(SILENT_PLATFORM);
      const owner = await world.signUp();
      const assistant = await voicedAssistant(world, owner);
      await talk(world, owner, assistant, 20);
      const args = { embedId: assistant.embedId, ownerId: owner.userId, address: null };
      const reserve = () => world.inside.mutation(internal.calls.reservation.reserve, args);
      const [row] = await world.rows(table);
      await world.remove(table, must(row, "row")._id);
      expect(await reserve()).toMatchObject({ code: "usage_missing", status: 503 });
    } finally {
      await world.close();
    }
  },
);

test("a real refresh token works twice in a row, and no longer once its session has ended", async () => {
  const world = await openLocal();
  try {
    const params = { flow: "signUp", email: "ada@example.com", password: PASSWORD };
    const args = { provider: "password", params };
    const { tokens } = await world.visitor.action(api.auth.signIn, args);
    const first = must(tokens, "tokens");
    const second = must((await refresh(world, first.refreshToken)).tokens, "tokens");
    const third = must((await refresh(world, second.refreshToken)).tokens, "tokens");
    await world.as(third.token).action(api.auth.signOut, {});
    expect(await refresh(world, third.refreshToken)).toEqual({ tokens: null });
    expect(await world.rows("authSessions")).toEqual([]);
  } finally {
    await world.close();
  }
});
