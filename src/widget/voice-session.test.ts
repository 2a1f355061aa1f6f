import VapiModule from "@vapi-ai/web";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSession } from "./voice-session";
import type { VoiceClient } from "./voice-client";

type Listener = (detail?: unknown) => void;

function newSession() {
  const listeners = new Map<string, Listener>();
  const client: VoiceClient = {
    on: (event, listener) => listeners.set(event, listener),
    join: () => new Promise(() => undefined),
    stop: async () => undefined,
  };
  const listener = {
    onActive: vi.fn<() => void>(),
    onEnded: vi.fn<() => void>(),
    onFailed: vi.fn<(text: string) => void>(),
    onNotice: vi.fn<(text: string | null) => void>(),
    onLine: vi.fn<() => void>(),
  };
  openSession(client, Promise.resolve({ webCallUrl: "https://rooms.example/1" }), listener);
  return { listener, tell: (event: string, detail?: unknown) => listeners.get(event)?.(detail) };
}

test("a call is active when the other side listens, not when the page has joined", () => {
  const { listener, tell } = newSession();
  tell("call-start");
  expect(listener.onActive).not.toHaveBeenCalled();
  tell("call-start");
  expect(listener.onActive).toHaveBeenCalledOnce();
});

test.each([
  ["a call machine that does not load", { errorMsg: "gone" }, /connection failed/],
  ["a network that is gone", { message: "Failed to fetch" }, /connection failed/],
  ["anything else", { message: "odd" }, /could not be started/],
])("%s fails the join in words", (_name, error, text) => {
  const { listener, tell } = newSession();
  tell("error", { type: "reconnect-error", error });
  expect(listener.onFailed).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(text));
});

test("a connection that is interrupted is told until each of its parts is back", () => {
  const { listener, tell } = newSession();
  const connection = (type: string, event: string) => tell("network-connection", { type, event });
  const lastTold = () => listener.onNotice.mock.lastCall?.[0];
  connection("signaling", "connected");
  expect(lastTold()).toBeNull();
  connection("signaling", "interrupted");
  connection("sfu", "interrupted");
  connection("signaling", "connected");
  expect(lastTold()).toMatch(/was interrupted/);
  connection("sfu", "connected");
  expect(lastTold()).toBeNull();
});

test("who is not heard is told so once the connection is back", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { listener, tell } = newSession();
  tell("call-start");
  tell("call-start");
  tell("network-connection", { type: "signaling", event: "interrupted" });
  vi.advanceTimersByTime(10_000);
  expect(listener.onNotice).toHaveBeenLastCalledWith(expect.stringMatching(/was interrupted/));
  tell("network-connection", { type: "signaling", event: "connected" });
  expect(listener.onNotice).toHaveBeenLastCalledWith(expect.stringMatching(/can't hear you/));
});

test("the voice SDK still asks itself whether it runs on a phone", () => {
  const { default: Vapi = VapiModule } = VapiModule as { default?: typeof VapiModule };
  expect(typeof (Vapi.prototype as unknown as Record<string, unknown>).isMobileDevice).toBe(
    "function",
  );
});
