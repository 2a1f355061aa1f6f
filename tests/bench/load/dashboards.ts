/** A thousand screens of several owners, each with a session and a client of its own, while calls end. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { newSession } from "../../inside-accounts.ts";
import { atPace, within } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { Owner } from "./owners.ts";
import type { PageQuery } from "./page-queries.ts";
import { beginCall, tellEnded, tellJoined } from "./reported-calls.ts";
import type { BegunCall } from "./reported-calls.ts";
import type { RunningHark } from "./running-hark.ts";

export const PAGES = ["/dashboard", "/dashboard/calls"];

const PACE_PER_SECOND = 2;
const PATIENCE_MS = 60_000;
const SHOWN_WITHIN_MS = 300_000;

export interface Screens {
  /** How long until all showed all that their pages show. */
  shownMs: number;
  /** From the report of each call's end to the last of its owner's screens. */
  ends: Outcome;
}

export interface ScreensWanted {
  owners: readonly Owner[];
  screensEach: number;
  endsEach: number;
  /** Of each page; the screens take them in turns. */
  queries: readonly PageQuery[][];
}

export async function endCallsOnScreens(
  hark: RunningHark,
  { owners, screensEach, endsEach, queries }: ScreensWanted,
): Promise<Screens> {
  const errors: string[] = [];
  const calls: BegunCall[] = [];
  for (let round = 0; round < endsEach; round += 1) {
    for (const owner of owners) {
      const call = await beginCall(hark, owner);
      await tellJoined(hark, call);
      calls.push(call);
    }
  }
  const tokens = await tokensFor(hark, owners, screensEach);
  const begunMs = performance.now();
  const watches = owners.map((_, owner) =>
    watchUnread(
      (tokens[owner] ?? []).map(
        (token, screen) => (onUnread: (unread: number) => void) =>
          openScreen(hark.backendUrl, token, {
            queries: queries[screen % queries.length] ?? [],
            onUnread,
            onError: (error) => errors.push(String(error)),
          }),
      ),
    ),
  );
  const allShown = Promise.all(watches.map(({ shown }) => shown));
  await within(SHOWN_WITHIN_MS, "Showing all screens", allShown);
  const shownMs = performance.now() - begunMs;
  const left = watches.map(({ lowest }) => lowest());
  const pace = { count: calls.length, perSecond: PACE_PER_SECOND };
  const outcome = await atPace(pace, async (index, dueMs) => {
    const call = calls[index];
    const at = index % owners.length;
    const watch = watches[at];
    if (call === undefined || watch === undefined) throw new Error("A call too many");
    const target = (left[at] = (left[at] ?? 0) + 1);
    await tellEnded(hark, call);
    return (await watch.untilAllShow(target)) - dueMs;
  });
  await Promise.all(watches.map(({ close }) => close()));
  return { shownMs, ends: { ...outcome, errors: [...outcome.errors, ...errors] } };
}

async function tokensFor(
  { admin }: RunningHark,
  owners: readonly Owner[],
  screensEach: number,
): Promise<string[][]> {
  const all: string[][] = [];
  for (const { userId } of owners) {
    const some = Array.from({ length: screensEach }, () => newSession(admin, userId));
    all.push((await Promise.all(some)).map(({ token }) => token));
  }
  return all;
}

interface ScreenParts {
  queries: readonly PageQuery[];
  /** What the header of every page says is in the inbox. */
  onUnread: (unread: number) => void;
  onError: (error: unknown) => void;
}

interface Screen {
  /** Every query of the page has been answered. */
  shown: Promise<void>;
  close(): Promise<void>;
}

function openScreen(url: string, token: string, parts: ScreenParts): Screen {
  const { queries, onUnread, onError } = parts;
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
  });
  client.setAuth(async () => token);
  const answered = queries.map(
    ({ udfPath, args }) =>
      new Promise<void>((resolve) => {
        const take = (value: unknown) => {
          if (udfPath === UNREAD) onUnread(Number(value));
          resolve();
        };
        const fail = (error: unknown) => {
          onError(error);
          resolve();
        };
        client.onUpdate(makeFunctionReference<"query">(udfPath), args, take, fail);
      }),
  );
  return { shown: Promise.all(answered).then(() => undefined), close: () => client.close() };
}

const UNREAD = "outcomes:unreadOutcomes";

/** Of one owner's screens. */
function watchUnread(open: readonly ((onUnread: (unread: number) => void) => Screen)[]) {
  const unread = open.map(() => 0);
  let waiting: { target: number; resolve: (atMs: number) => void }[] = [];
  const lowest = () => Math.min(...unread);
  const screens = open.map((openOne, at) =>
    openOne((count) => {
      unread[at] = count;
      const seen = lowest();
      for (const { target, resolve } of waiting) if (target <= seen) resolve(performance.now());
      waiting = waiting.filter(({ target }) => target > seen);
    }),
  );
  return {
    lowest,
    shown: Promise.all(screens.map(({ shown }) => shown)),
    untilAllShow: (target: number) => {
      if (lowest() >= target) return Promise.resolve(performance.now());
      const seen = new Promise<number>((resolve) => waiting.push({ target, resolve }));
      return within(PATIENCE_MS, "Showing a call's end", seen);
    },
    close: () => Promise.all(screens.map((screen) => screen.close())),
  };
}
