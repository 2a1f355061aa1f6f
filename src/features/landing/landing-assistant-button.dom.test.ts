import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EmbeddedButton, Phase } from "../../lib/widget-protocol";
import { addLandingAssistantButton } from "./landing-assistant-button";

const FOR_US = `default-src 'self'; frame-ancestors ${window.location.origin}`;
const FOR_ALL = "default-src 'self'; frame-ancestors *";

let policies: string[];
let asked: string[];
let say: (state: Phase) => void;
const remove = vi.fn();
const button = {
  state: "idle",
  start: vi.fn(),
  stop: vi.fn(),
  on: (_name: string, listener: (state: Phase) => void) => {
    say = listener;
    return vi.fn();
  },
  remove,
} as unknown as EmbeddedButton;
const place = document.createElement("div");
const add = vi.fn(() => {
  document.body.append(document.createElement("hark-button"));
  return button;
});

beforeEach(() => {
  vi.useFakeTimers();
  policies = [];
  asked = [];
  window.Hark = { add, actions: vi.fn(), set: vi.fn() };
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    const policy = policies.shift() ?? FOR_ALL;
    return await Promise.resolve(
      new Response(null, { headers: { "Content-Security-Policy": policy } }),
    );
  });
});

afterEach(() => {
  delete window.Hark;
  place.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test("the button is added once its page allows this site, and reported once its frame is ready", async () => {
  policies = [FOR_US];
  const tell = vi.fn();
  const takeAway = addLandingAssistantButton(place, tell);
  await vi.runAllTimersAsync();
  expect(asked).toEqual(["HEAD /widget/hark"]);
  expect(add).toHaveBeenCalledWith("hark");
  expect(place.innerHTML).toBe("<hark-button></hark-button>");
  expect(tell).not.toHaveBeenCalled();
  say("idle");
  expect(tell).toHaveBeenCalledWith(button, "idle");
  expect(document.body.className).toBe("beside:pb-28");
  takeAway();
  expect(remove).toHaveBeenCalledOnce();
  expect(document.body.className).toBe("");
});

test("a slow backend is asked again", async () => {
  policies = [FOR_ALL, FOR_US];
  addLandingAssistantButton(place, vi.fn());
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(2);
  expect(add).toHaveBeenCalledOnce();
});

test("without an answer nothing is added, and the retries end", async () => {
  addLandingAssistantButton(place, vi.fn());
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(3);
  expect(add).not.toHaveBeenCalled();
});

test("leaving the page cancels adding the button", async () => {
  policies = [FOR_US];
  addLandingAssistantButton(place, vi.fn())();
  await vi.runAllTimersAsync();
  expect(add).not.toHaveBeenCalled();
});
