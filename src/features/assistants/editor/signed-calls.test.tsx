import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { EmbedPanel } from "../embed/embed-panel";
import { backend } from "../mock-backend";
import { SignedCalls } from "./signed-calls";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const HOUR_MS = 3_600_000;
const ada = { _id: "a1", name: "Ada", embedId: "e1", published: true } as Doc<"assistants">;
const on = { ...ada, onlySignedCalls: true, signingSecret: { number: 1, rotatedAtMs: null } };
const asked = vi.fn<(text: string) => boolean>();
const user = userEvent.setup();
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => user.click(button(name));

beforeEach(() => {
  backend.reset();
  asked.mockReset().mockReturnValue(true);
  vi.stubGlobal("confirm", asked);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("switching on asks first, shows the secret once, and moves the focus to the next button", async () => {
  const { rerender } = render(<SignedCalls assistant={ada} />);
  backend.answer("signedCalls:turnOn", () => {
    rerender(<SignedCalls assistant={on} />);
    return Promise.resolve("hksign_abc");
  });
  asked.mockReturnValueOnce(false);
  await press("Switch on");
  expect(backend.calls).toEqual([]);
  await press("Switch on");
  expect(asked).toHaveBeenLastCalledWith(expect.stringMatching(/without a token are refused/));
  expect(backend.calls).toEqual([["signedCalls:turnOn", { assistantId: "a1" }]]);
  const dialog = within(screen.getByRole("dialog", { name: "Your signing secret" }));
  expect(dialog.getByText("hksign_abc")).toBeTruthy();
  expect(dialog.getByText(/won't show it again/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("hksign_abc")).toBeNull();
  expect(document.activeElement).toBe(button("Create a new secret"));
});

test("a draft is switched on without a confirmation", async () => {
  backend.answer("signedCalls:turnOn", () => Promise.resolve("hksign_abc"));
  render(<SignedCalls assistant={{ ...ada, published: false }} />);
  await press("Switch on");
  expect(asked).not.toHaveBeenCalled();
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("buttons are disabled during a change, and a failure shows why", async () => {
  let fail: (error: Error) => void = () => undefined;
  backend.answer("signedCalls:makeNewSecret", () => new Promise((_, reject) => (fail = reject)));
  render(<SignedCalls assistant={on} />);
  await press("Create a new secret");
  expect(button("Create a new secret").hasAttribute("disabled")).toBe(true);
  expect(button("Switch off").hasAttribute("disabled")).toBe(true);
  fail(new ConvexError({ code: "too_many_requests", message: "Too many requests." }));
  const alert = await screen.findByText(/^Failed to create a new secret\. Too many requests\./);
  expect(alert.getAttribute("role")).toBe("alert");
  expect(document.activeElement).toBe(button("Create a new secret"));
});

test("for a day the form shows how long the previous secret works", () => {
  const rotated = (rotatedAtMs: number) => (
    <SignedCalls assistant={{ ...on, signingSecret: { number: 2, rotatedAtMs } }} />
  );
  const { rerender } = render(rotated(Date.now() - HOUR_MS));
  expect(screen.getByText(/^The previous secret works until/)).toBeTruthy();
  rerender(rotated(Date.now() - 25 * HOUR_MS));
  expect(screen.queryByText(/^The previous secret works until/)).toBeNull();
  expect(screen.getByText(/works for another 24 hours/)).toBeTruthy();
});

test("switching off asks first", async () => {
  backend.answer("signedCalls:turnOff", () => Promise.resolve(null));
  render(<SignedCalls assistant={on} />);
  asked.mockReturnValueOnce(false);
  await press("Switch off");
  expect(backend.calls).toEqual([]);
  await press("Switch off");
  expect(backend.calls).toEqual([["signedCalls:turnOff", { assistantId: "a1" }]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the embed code shows where the token goes and never contains the secret", async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    await Promise.resolve();
    copied.push(text);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  render(<EmbedPanel id="code" assistant={on} />);
  for (const name of ["Copy", "Copy script", "Copy server code"]) await press(name);
  const [frame, script, server] = copied;
  expect(script).toMatch(/Hark\.add\("e1", \{\s+token: async \(\) =>/);
  expect(server).toContain("`v1.e1.${expires}.${nonce}`");
  expect(frame).toContain('/widget/e1#token=TOKEN"');
  expect(screen.queryByText("On WordPress")).toBeNull();

  cleanup();
  render(<EmbedPanel id="code" assistant={ada} />);
  await press("Copy script");
  expect(copied.at(-1)).toContain('data-embed-id="e1"');
  expect(screen.queryByRole("button", { name: "Copy server code" })).toBeNull();
});
