/** The token that the page around gives for a call, and from whom it is accepted. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedToken } from "./signed-token";
import { openHostLink } from "./host-link";

const HOST = "https://shop.example";
const host = { postMessage: vi.fn<(message: object, origin: string) => void>() };

beforeEach(() => {
  vi.spyOn(window, "parent", "get").mockReturnValue(host as unknown as Window);
  host.postMessage.mockReset();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  window.location.hash = "";
});

function say(data: object, source: unknown = host): void {
  window.dispatchEvent(
    new MessageEvent("message", { data, origin: HOST, source: source as Window }),
  );
}

test("the token is read from the frame's address, behind the #, for each call", async () => {
  const link = openHostLink();
  expect(await signedToken(link)).toBeNull();
  window.location.hash = "#token=v1.2.nonce.abc";
  expect(await signedToken(link)).toBe("v1.2.nonce.abc");
  window.location.hash = "#token=next";
  expect(await signedToken(link)).toBe("next");
});

test("the last token of the page around is preferred to the one in the address", async () => {
  window.location.hash = "#token=of-the-address";
  const link = openHostLink();
  say({ hark: "token", token: "one" });
  say({ hark: "token", token: "two" });
  expect(await signedToken(link)).toBe("two");
  say({ hark: "token", token: { of: "a page that errs" } });
  expect(await signedToken(link)).toBeNull();
});

test("a page that gives tokens is asked for each call", async () => {
  const link = openHostLink();
  say({ hark: "connect", givesTokens: true });
  for (const token of ["one", "two"]) {
    const given = signedToken(link);
    expect(host.postMessage).toHaveBeenLastCalledWith({ hark: "token" }, HOST);
    say({ hark: "token", token });
    expect(await given).toBe(token);
  }
  const none = signedToken(link);
  say({ hark: "token", token: null });
  expect(await none).toBeNull();
  expect(host.postMessage).toHaveBeenCalledTimes(3);
});

test("a page that does not answer within ten seconds has given no token", async () => {
  vi.useFakeTimers();
  const link = openHostLink();
  say({ hark: "connect", givesTokens: true });
  const given = signedToken(link);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await given).toBeNull();
});

// T26: docs/security.md
test("another frame of the page gives no token, and is asked for none", async () => {
  const stranger = { postMessage: vi.fn<(message: object, origin: string) => void>() };
  const link = openHostLink();
  say({ hark: "connect", givesTokens: true }, stranger);
  say({ hark: "token", token: "a stranger's" }, stranger);
  expect(await signedToken(link)).toBeNull();
  expect(stranger.postMessage).not.toHaveBeenCalled();
});
