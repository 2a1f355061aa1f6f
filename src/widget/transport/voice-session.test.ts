import VapiModule from "@vapi-ai/web";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSession } from "./voice-session";
import type { VoiceClient } from "./voice-client";

type Listener = (detail?: unknown) => void;

function newSession() {
  const listeners = new Map<string, Listener>();
  const client = {
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    join: () => new Promise(() => undefined),
    stop: async () => undefined,
    send: vi.fn<VoiceClient["send"]>(),
    setMuted: vi.fn<VoiceClient["setMuted"]>(),
  } satisfies VoiceClient;
  const listener = {
    onActive: vi.fn<() => void>(),
    onEnded: vi.fn<() => void>(),
    onFailed: vi.fn<(text: string) => void>(),
    onWarning: vi.fn<(text: string | null) => void>(),
    onTranscript: vi.fn<() => void>(),
  };
  const call = Promise.resolve({ webCallUrl: "https://rooms.example/1" });
  const session = openSession(client, call, listener);
  return {
    client,
    session,
    listener,
    tell: (event: string, detail?: unknown) => listeners.get(event)?.(detail),
  };
}

test("a call is active when the other side listens, not when the page has joined", () => {
  const { listener, tell } = newSession();
  tell("call-start");
  expect(listener.onActive).not.toHaveBeenCalled();
  tell("call-start");
  expect(listener.onActive).toHaveBeenCalledOnce();
});

test.each([
  ["a call machine that does not load", { errorMsg: "gone" }, "offline"],
  ["a network that is gone", { message: "Failed to fetch" }, "offline"],
  ["anything else", { message: "odd" }, "call_failed"],
])("%s fails the join and is logged", (_name, error, code) => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const { listener, tell } = newSession();
  const failure = { type: "reconnect-error", error };
  tell("error", failure);
  expect(listener.onFailed).toHaveBeenCalledExactlyOnceWith(code);
  expect(log).toHaveBeenCalledExactlyOnceWith("Hark: the call did not start", failure);
});

test("an interrupted connection is a warning until each of its parts is back", () => {
  const { listener, tell } = newSession();
  const connection = (type: string, event: string) => tell("network-connection", { type, event });
  const lastTold = () => listener.onWarning.mock.lastCall?.[0];
  connection("signaling", "connected");
  expect(lastTold()).toBeNull();
  connection("signaling", "interrupted");
  connection("sfu", "interrupted");
  connection("signaling", "connected");
  expect(lastTold()).toBe("connection_cut");
  connection("sfu", "connected");
  expect(lastTold()).toBeNull();
});

test("a visitor who is not heard is told so once the connection is back", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { listener, tell } = newSession();
  tell("call-start");
  tell("call-start");
  tell("network-connection", { type: "signaling", event: "interrupted" });
  vi.advanceTimersByTime(10_000);
  expect(listener.onWarning).toHaveBeenLastCalledWith("connection_cut");
  tell("network-connection", { type: "signaling", event: "connected" });
  expect(listener.onWarning).toHaveBeenLastCalledWith("not_heard");
});

test("the voice SDK still asks itself whether it runs on a phone", () => {
  const { default: Vapi = VapiModule } = VapiModule as { default?: typeof VapiModule };
  expect(typeof (Vapi.prototype as unknown as Record<string, unknown>).isMobileDevice).toBe(
    "function",
  );
});

test("what was written before the call becomes known without an answer, and what is typed in it is answered", () => {
  const { client, session, tell } = newSession();
  tell("call-start");
  tell("call-start");
  const earlier = { role: "user", content: "When do you open?" } as const;
  session.tell([earlier]);
  expect(session.type("ada@example.com")).toBe(true);
  const typed = { role: "user", content: "[typed] ada@example.com" };
  expect(client.send.mock.calls).toEqual([
    [{ type: "add-message", message: earlier, triggerResponseEnabled: false }],
    [{ type: "add-message", message: typed, triggerResponseEnabled: true }],
  ]);
});

test("before the assistant listens and after the call nothing can be typed, told or muted", async () => {
  const { client, session, tell } = newSession();
  tell("call-start");
  expect(session.type("too early")).toBe(false);
  session.setMuted(true);
  tell("call-start");
  vi.stubGlobal("document", { querySelectorAll: () => [] });
  onTestFinished(() => void vi.unstubAllGlobals());
  await session.close();
  expect(session.type("too late")).toBe(false);
  session.tell([{ role: "assistant", content: "too late" }]);
  session.setMuted(true);
  expect(client.send).not.toHaveBeenCalled();
  expect(client.setMuted).not.toHaveBeenCalled();
});
