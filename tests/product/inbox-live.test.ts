/** An open, filtered inbox on the local backend, because convex-test has no subscriptions. */
import { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { openLocal } from "./local-world.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";

type Page = FunctionReturnType<typeof api.outcomes.pageOutcomes>;

test("the pages of an open, filtered inbox stay contiguous while entries are added and changed", async () => {
  const world = await openLocal();
  onTestFinished(() => world.close());
  await world.setVariables(SILENT_PLATFORM);
  const owner = await world.signUp();
  const { assistantId } = await voicedAssistant(world, owner);
  await world.inside.mutation(internal.operator.addSampleCalls, {
    ...{ assistantId, count: 1, hours: 1, untilMs: world.clock.now(), isSilent: false },
  });
  const [call] = await world.rows("calls");
  const entry = {
    ...{ ownerId: owner.userId, assistantId, callId: must(call, "call")._id },
    ...{ found: [], unanswered: ["Do you sell tyres?"], mood: null, language: null },
    ...{ isInInbox: true, isUnread: true, note: "", searchText: "", changedAtMs: 1 },
  };
  const add = (atMs: number, status: "new" | "done") =>
    world.insert("outcomes", [{ ...entry, atMs, status }]);
  for (let atMs = 1; atMs <= 8; atMs++) await add(atMs, atMs % 2 === 0 ? "done" : "new");

  const client = new ConvexClient(world.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  });
  onTestFinished(() => client.close());
  client.setAuth(() => owner.token());
  const open = async (cursor: string | null, id: number) => {
    const shown: { page?: Page } = {};
    const args = { assistantId: null, status: "done" as const };
    const paginationOpts = { cursor, numItems: 2, id };
    client.onUpdate(api.outcomes.pageOutcomes, { ...args, paginationOpts }, (page) => {
      shown.page = page;
    });
    await eventually(async () => shown.page !== undefined);
    return () => must(shown.page, "page");
  };
  const first = await open(null, 1);
  const second = await open(first().continueCursor, 2);
  const shown = () => [first(), second()].map(({ page }) => page.map(({ atMs }) => atMs));
  expect(shown()).toEqual([
    [8, 6],
    [4, 2],
  ]);

  await add(10, "done");
  await add(9, "new");
  await add(5, "done");
  await eventually(async () => shown().flat().length === 6);
  // No entry is lost between the pages or shown twice.
  expect(shown()).toEqual([
    [10, 8, 6],
    [5, 4, 2],
  ]);
});
