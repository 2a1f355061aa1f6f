import { expect, test } from "vitest";
import type { CallState } from "../state/call-state";
import { lazyEngine, type Engine, type Update } from "./lazy-engine";

const IDLE: CallState = { kind: "idle" };
const CONNECTING: CallState = { kind: "connecting", warning: null };
const FAILED: CallState = { kind: "failed", message: { kind: "code", code: "busy" } };
const OFFLINE: CallState = { kind: "failed", message: { kind: "code", code: "offline" } };

/** An engine whose script loads, or does not, when the test says so. */
function slowEngine({ isReloaded = false, isDemanding = false } = {}) {
  const shown: CallState[] = [];
  const reactions: string[] = [];
  const loading: { finish: () => void; fail: () => void }[] = [];
  let opened = 0;
  const openEngine = (_: unknown, update: Update): Engine => {
    opened += 1;
    return {
      react(before, state) {
        reactions.push(`${before.kind} -> ${state.kind}`);
        if (state.kind === "connecting" && isDemanding) update(() => FAILED);
      },
      prefetch: async () => undefined,
      textOf: () => ["As the script says.", "Script"],
      type: () => undefined,
      setMuted: () => undefined,
      isMuted: () => false,
    };
  };
  const engine = lazyEngine({
    setting: { assistant: {} },
    loadCall: () =>
      new Promise<{ openEngine: typeof openEngine }>((resolve, reject) => {
        const fail = () => reject(new Error("gone"));
        loading.push({ finish: () => resolve({ openEngine }), fail });
      }),
    reload: () => Promise.resolve(isReloaded),
  });
  engine.listen(() => shown.push(engine.state()));
  const press = () => engine.press("press");
  return { engine, press, shown, reactions, loading, openings: () => opened };
}

/** What was promised has happened by then. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("the first press connects at once, and goes on when the script has loaded", async () => {
  const { engine, press, shown, reactions, loading } = slowEngine();
  press();
  expect(shown).toEqual([CONNECTING]);
  loading[0]?.finish();
  await settled();
  expect(reactions).toEqual(["idle -> connecting"]);
  expect(engine.state()).toEqual(CONNECTING);
});

test.each(["press", "stop"] as const)("a %s before the script has loaded stops", async (kind) => {
  const { engine, press, shown, reactions, loading } = slowEngine();
  press();
  engine.press(kind);
  loading[0]?.finish();
  await settled();
  expect(reactions).toEqual([]);
  expect(shown).toEqual([CONNECTING, IDLE]);
});

test("three presses before the script has loaded start one call", async () => {
  const { press, reactions, loading, openings } = slowEngine();
  for (let count = 0; count < 3; count += 1) press();
  for (const { finish } of loading) finish();
  await settled();
  expect(reactions).toEqual(["idle -> connecting"]);
  expect(openings()).toBe(1);
});

test("a script that was loaded ahead starts the call with the press", async () => {
  const { engine, press, reactions, loading, openings } = slowEngine();
  engine.prefetch({ withPageToken: false });
  loading[0]?.finish();
  await settled();
  press();
  expect(reactions).toEqual(["idle -> connecting"]);
  press();
  expect(reactions.at(-1)).toBe("connecting -> idle");
  expect(openings()).toBe(1);
});

test("a script that does not load is a failure, and the next press tries again", async () => {
  const { engine, press, shown, reactions, loading } = slowEngine();
  press();
  loading[0]?.fail();
  await settled();
  expect(shown).toEqual([CONNECTING, OFFLINE]);
  expect(engine.textOf({ kind: "code", code: "offline" })[1]).toBe("No connection");
  press();
  loading[1]?.finish();
  await settled();
  expect(reactions).toEqual(["idle -> connecting"]);
  expect(engine.textOf({ kind: "code", code: "offline" })[1]).toBe("Script");
});

test("while the page loads anew nothing is told", async () => {
  const { press, shown, loading } = slowEngine({ isReloaded: true });
  press();
  loading[0]?.fail();
  await settled();
  expect(shown).toEqual([CONNECTING]);
});

test("where the engine changes the state in turn, only the last state is told", async () => {
  const { engine, press, shown, loading } = slowEngine({ isDemanding: true });
  engine.prefetch({ withPageToken: false });
  loading[0]?.finish();
  await settled();
  press();
  expect(shown).toEqual([FAILED]);
});
