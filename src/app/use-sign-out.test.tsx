import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useSignOut } from "./use-sign-out";

const signOut = vi.fn(() => Promise.resolve());
vi.mock("@convex-dev/auth/react", () => ({ useAuthActions: () => ({ signOut }) }));

afterEach(() => {
  signOut.mockClear();
  vi.unstubAllGlobals();
});

type Request = (name: string, options: object, held: () => unknown) => Promise<unknown>;

function withLocks(request: Request) {
  vi.stubGlobal("navigator", { locks: { request } });
  return renderHook(useSignOut).result.current;
}

test("it waits until a renewal of the session has ended", async () => {
  let release: (value: null) => void = () => undefined;
  const renewal = new Promise<null>((resolve) => {
    release = resolve;
  });
  const signedOut = withLocks(async (name, _options, held) => {
    expect(name).toBe("__convexAuthRefreshToken");
    await renewal;
    return held();
  })();
  await Promise.resolve();
  expect(signOut).not.toHaveBeenCalled();
  release(null);
  await signedOut;
  expect(signOut).toHaveBeenCalledTimes(1);
});

test("a renewal that does not end, or a browser without locks, holds nobody up", async () => {
  await withLocks(() => Promise.reject(new DOMException("too long", "TimeoutError")))();
  vi.stubGlobal("navigator", {});
  await renderHook(useSignOut).result.current();
  expect(signOut).toHaveBeenCalledTimes(2);
});
