/** What a visitor sees and hears in each state of a call. The voice SDK does what a test says. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALL_REFUSALS } from "../../../convex/shared/messages";
import { EN_MESSAGES } from "../../../convex/shared/talkButtonLanguages/en";
import { must } from "../../lib/must";
import type { FromFrame } from "../../lib/widget-protocol";
import type { HostListener } from "../frame/host-link";
import type { WidgetAssistant } from "../state/assistant";
import type { CallOptions } from "../transport/voice-sdk";
import { AssistantButton } from "./assistant-button";

vi.mock("../transport/voice-sdk", () => ({
  fetchCallMachine: () => fetchCallMachine(),
  joinCall(options: CallOptions) {
    calls.push(options);
    return { close: () => Promise.resolve(void closed.push(options)) };
  },
}));

const SITE = "https://otter-12.convex.site";
const BAKERY = {
  embedId: "bakery",
  name: "Bakery desk",
  hasVoice: true,
  widgetColor: "#3b82f6",
  widgetIcon: "mic",
  widgetSize: "large",
} as WidgetAssistant;

const fetchCallMachine = vi.fn<() => Promise<void>>();
const alert = vi.fn<(text: string) => void>();
const getUserMedia = vi.fn<() => Promise<MediaStream>>();
/** Our server's answer to a request for a call: a call, unless a test says otherwise. */
const askForCall = vi.fn<() => Promise<Response>>();
const watched: IntersectionObserverCallback[] = [];
let tokensRequested = 0;
let calls: CallOptions[];
let closed: CallOptions[];
let tracks: { stop: () => void; isOn: boolean }[];

const anOpenCall = async () =>
  Response.json({ webCallUrl: "https://rooms.example/1", pageToken: "p" });

beforeEach(() => {
  calls = [];
  closed = [];
  tracks = [];
  watched.length = 0;
  tokensRequested = 0;
  fetchCallMachine.mockReset().mockResolvedValue();
  alert.mockReset();
  askForCall.mockReset().mockImplementation(anOpenCall);
  getUserMedia.mockReset().mockImplementation(async () => {
    const track = { isOn: true, stop: () => void (track.isOn = false) };
    tracks.push(track);
    return { getTracks: () => [track] } as unknown as MediaStream;
  });
  vi.stubEnv("VITE_CONVEX_URL", "https://otter-12.convex.cloud");
  vi.stubGlobal("alert", alert);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("RTCPeerConnection", vi.fn());
  vi.stubGlobal("AudioWorkletNode", vi.fn());
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(see: IntersectionObserverCallback) {
        watched.push(see);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("requestIdleCallback", (act: () => void) => act());
  onNavigator("mediaDevices", { getUserMedia });
  onNavigator("permissions", { query: async () => ({ state: "granted" }) });
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === `${SITE}/call/web`) return await askForCall();
    tokensRequested += 1;
    return Response.json({ pageToken: "p" });
  });
});
afterEach(() => {
  cleanup();
  // The panel's script adds a link beside the button.
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ["mediaDevices", "permissions", "connection"]) {
    Reflect.deleteProperty(navigator, name);
  }
});

function onNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

function show(changes: Partial<WidgetAssistant> = {}) {
  const sent: FromFrame[] = [];
  let host: HostListener | null = null;
  const link = {
    heard: {},
    send: (message: FromFrame) => void sent.push(message),
    listen(listener: HostListener) {
      host = listener;
      return () => (host = null);
    },
  };
  const setting = { host: link, isTesting: false, isUnseen: false };
  const { container } = render(
    <AssistantButton iconPath="M0 0" assistant={{ ...BAKERY, ...changes }} setting={setting} />,
  );
  return { container, sent, host: () => must(host, "the listener") };
}

const user = userEvent.setup();
const button = (name: string) => screen.getByRole("button", { name });
/** What was to be loaded has come, and what waits for nothing else has happened. */
const settled = () => act(() => vi.dynamicImportSettled());
async function press(): Promise<void> {
  await user.click(screen.getByRole("button"));
  await settled();
}
const told = (role: "alert" | "status") => screen.getByRole(role).textContent;
const message = () => document.querySelector(".message");
/** As much as there is room for in the small frame. */
const words = () => document.querySelector(".message .words")?.textContent ?? null;
const areOn = () => tracks.filter(({ isOn }) => isOn).length;

/** What the voice SDK tells of the newest call. */
const theCall = () => must(calls.at(-1), "a call").listener;

function expectFailure(text: string): void {
  expect(told("alert")).toBe(text);
  expect(message()?.getAttribute("title")).toBe(text);
  expect(document.querySelector(".message .text")?.textContent).toBe(text);
  expect(button("Start voice chat")).toBeTruthy();
  expect(areOn()).toBe(0);
}

/** The words cover the button in the small frame for a while, and pressing them presses the button. */
async function expectTalkOnNextPress(): Promise<void> {
  await user.click(must(message(), "the message"));
  await settled();
  const call = theCall();
  act(() => call.onActive());
  expect(button("Stop voice chat")).toBeTruthy();
  expect(told("alert")).toBe("");
  expect(message()).toBeNull();
}

test("idle, connecting and active have a label and a look, and the page around is told", async () => {
  const { container, sent } = show();
  const has = (part: string) => container.querySelectorAll(part).length;
  expect(button("Start voice chat")).toBeTruthy();
  expect(has(".ring")).toBe(2);
  await press();
  expect(button("Connecting...")).toBeTruthy();
  expect(has(".spinner")).toBe(1);
  const call = theCall();
  act(() => call.onActive());
  expect(button("Stop voice chat")).toBeTruthy();
  expect(has(".wave")).toBe(1);
  act(() => call.onTranscript({ role: "assistant", text: "Hello.", isFinal: true }));
  await press();
  expect(button("Start voice chat")).toBeTruthy();
  expect(sent.flatMap((one) => (one.hark === "state" ? [one.state] : []))).toEqual([
    "connecting",
    "active",
    "idle",
  ]);
  expect(sent).toContainEqual({
    hark: "transcript",
    role: "assistant",
    text: "Hello.",
    isFinal: true,
  });
  expect(closed, "nothing stays open").toHaveLength(1);
  expect(areOn()).toBe(0);
});

test("a key that is held is one press", async () => {
  show();
  screen.getByRole("button").focus();
  await user.keyboard("{Enter>5/}");
  expect(button("Connecting...")).toBeTruthy();
});

test("an assistant without a voice says so, in the frame and by an alert", async () => {
  show({ hasVoice: false, name: "Mute" });
  await press();
  const text =
    "Voice chat is not configured for Mute. Please recreate the assistant to enable voice functionality.";
  expectFailure(text);
  expect(words()).toBe("Voice not configured");
  expect(alert.mock.calls).toEqual([[text]]);
  expect(getUserMedia).not.toHaveBeenCalled();
});

test.each([
  [
    "NotAllowedError",
    "Microphone access is required for voice chat. Please allow microphone permissions and try again.",
    "Allow your microphone",
  ],
  [
    "NotFoundError",
    "No microphone was found. Please connect one and try again.",
    "No microphone found",
  ],
  [
    "NotReadableError",
    "Another app is using the microphone. Please close it and try again.",
    "Microphone in use",
  ],
])(
  "a microphone that answers %s has a message of its own; the next press talks",
  async (...row) => {
    const [name, text, short] = row;
    getUserMedia.mockRejectedValueOnce(new DOMException("as a test wants it", name));
    show();
    await press();
    expectFailure(text);
    expect(words()).toBe(short);
    expect(alert.mock.calls).toEqual([[text]]);
    await expectTalkOnNextPress();
  },
);

test("a browser that cannot hold calls is told so", async () => {
  Reflect.deleteProperty(globalThis, "RTCPeerConnection");
  show();
  await press();
  expectFailure("This browser does not support voice chat. Please update it or try another one.");
});

test.each([
  ["busy", 429, CALL_REFUSALS.linesBusy, "All lines busy"],
  ["voice_platform_failed", 502, CALL_REFUSALS.voicePlatformFailed, "Please try again"],
  ["assistant_not_found", 404, CALL_REFUSALS.assistantNotServed, "Not available now"],
])("a call that is refused with %s says why; the next press talks", async (...row) => {
  const [code, status, text, short] = row;
  vi.spyOn(console, "error").mockReturnValue();
  askForCall.mockImplementationOnce(async () => Response.json({ code, message: text }, { status }));
  show();
  await press();
  expectFailure(text);
  expect(words()).toBe(short);
  expect(alert, "an alert is for what the visitor can mend").not.toHaveBeenCalled();
  await expectTalkOnNextPress();
});

test("without a network the press says so and logs why, and with one again the next press talks", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  askForCall.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show();
  await press();
  expectFailure(EN_MESSAGES.offline[0]);
  expect(words()).toBe("No connection");
  expect(log).toHaveBeenLastCalledWith("Hark: the call did not start", expect.any(TypeError));
  await expectTalkOnNextPress();
});

test("a call that nobody answers is given up", async () => {
  show();
  // What it needs has come, and the deadline is the only clock that counts.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  askForCall.mockReturnValue(new Promise(() => undefined));
  act(() => screen.getByRole("button").click());
  await vi.waitUntil(() => askForCall.mock.calls.length > 0);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(told("alert")).toBe(EN_MESSAGES.no_answer[0]);
  expect(words()).toBe("No answer");
});

test("when the assistant hangs up the call is over, and that is no failure", async () => {
  show();
  await press();
  const call = theCall();
  act(() => call.onActive());
  act(() => call.onEnded());
  expect(button("Start voice chat")).toBeTruthy();
  expect(told("alert")).toBe("");
  expect(message()).toBeNull();
});

test("a call that fails in the middle says so, and everything is closed", async () => {
  show();
  await press();
  const call = theCall();
  act(() => call.onActive());
  act(() => call.onFailed("connection_lost"));
  expectFailure("The connection was lost. Please try again.");
  expect(closed).toHaveLength(1);
});

test("a warning is shown while it applies", async () => {
  show();
  await press();
  const call = theCall();
  act(() => call.onActive());
  act(() => call.onWarning("not_heard"));
  expect(told("status")).toBe(EN_MESSAGES.not_heard[0]);
  expect(words()).toBe("Can't hear you");
  expect(button("Stop voice chat")).toBeTruthy();
  act(() => call.onWarning(null));
  expect(told("status")).toBe("");
  expect(message()).toBeNull();
});

test("where the page around shows the texts, the frame only says them", async () => {
  getUserMedia.mockRejectedValue(new DOMException("as a test wants it", "NotFoundError"));
  const { host, sent } = show();
  act(() => host().onConnect({ hark: "connect", showsMessages: true }));
  act(() => host().onStart());
  await settled();
  expect(told("alert")).toBe(EN_MESSAGES.microphone_missing[0]);
  expect(message()).toBeNull();
  expect(sent.at(-1)).toEqual({ hark: "message", text: EN_MESSAGES.microphone_missing[0] });
});

test("the page around stops what it started", async () => {
  const { host } = show();
  act(() => host().onStart());
  await settled();
  const call = theCall();
  act(() => call.onActive());
  act(() => host().onStart());
  expect(button("Stop voice chat"), "a start is no press").toBeTruthy();
  act(() => host().onStop());
  expect(button("Start voice chat")).toBeTruthy();
});

test.each(["pagehide", "going away"])("%s ends the call", async (way) => {
  show();
  await press();
  const call = theCall();
  act(() => call.onActive());
  if (way === "pagehide") act(() => void window.dispatchEvent(new Event("pagehide")));
  else cleanup();
  expect(closed).toHaveLength(1);
});

test("a notice is shown first, read to screen readers, and put aside by a key", async () => {
  const link = { url: "https://bakery.example/privacy", words: "Privacy" };
  const text = "An AI answers, and the call is recorded. Press again to agree and start.";
  const notice = { version: "v1", language: "en", text, words: "AI call, recorded. Agree?", link };
  show({ embedId: "noticed", notice });
  await press();
  const agree = button("Agree and start voice chat");
  expect(document.getElementById(agree.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    text,
  );
  expect(told("status")).toBe(text);
  expect(message()?.getAttribute("title")).toBe(text);
  expect(words()).toBe("AI call, recorded. Agree?");
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe(link.url);
  await user.keyboard("{Escape}");
  expect(button("Start voice chat")).toBeTruthy();
  expect(message()).toBeNull();
  expect(askForCall).not.toHaveBeenCalled();
});

/** On a page of its own: what a call needs is fetched once for a page. */
async function showAnew({ isUnseen = false } = {}): Promise<void> {
  vi.resetModules();
  const { AssistantButton: Anew } = await import("./assistant-button");
  const host = {
    heard: {},
    send: () => undefined,
    listen: () => () => undefined,
  };
  render(
    <Anew iconPath="M0 0" assistant={BAKERY} setting={{ host, isTesting: false, isUnseen }} />,
  );
}

async function beSeen(): Promise<void> {
  const seen = [{ isIntersecting: true }] as IntersectionObserverEntry[];
  for (const see of watched) see(seen, { disconnect() {} } as IntersectionObserver);
  await settled();
}

test("what a call needs is loaded once the button is seen, and once", async () => {
  await showAnew();
  await beSeen();
  await user.hover(screen.getByRole("button"));
  await settled();
  expect(fetchCallMachine).toHaveBeenCalledOnce();
});

test.each(["hover", "touch", "focus"])(
  "a page token is requested once, at the first %s, and not because the button is seen",
  async (intent) => {
    await showAnew();
    await beSeen();
    expect(tokensRequested).toBe(0);
    const shown = screen.getByRole("button");
    if (intent === "hover") await user.hover(shown);
    else if (intent === "focus") await user.tab();
    else fireEvent.pointerDown(shown, { pointerType: "touch" });
    await settled();
    await user.hover(shown);
    await settled();
    expect(tokensRequested).toBe(1);
  },
);

test("a button that was seen on no website yet requests a page token at once, so that its owner sees that it works", async () => {
  await showAnew({ isUnseen: true });
  await beSeen();
  expect(tokensRequested).toBe(1);
});

test.each(["hover", "focus"])(
  "where data is to be saved, nothing loads before a %s",
  async (approach) => {
    onNavigator("connection", { saveData: true });
    await showAnew();
    expect(watched).toEqual([]);
    await settled();
    expect(fetchCallMachine).not.toHaveBeenCalled();
    if (approach === "hover") await user.hover(screen.getByRole("button"));
    else await user.tab();
    await settled();
    expect(fetchCallMachine).toHaveBeenCalledOnce();
  },
);
